// Sounds made by the browser itself (Web Audio): nothing to download. A pen scratches for a mark,
// a few notes end a game. Sound is never needed to play, so every failure is silence.

/** @typedef {"x" | "o" | "win" | "lose" | "draw" | "low" | "notice"} Sound */

const USUAL_VOLUME = 70;

/** @type {AudioContext | undefined} */
let context;
/** @type {GainNode | undefined} what all sounds pass; its gain is the volume */
let output;

/** @returns {AudioContext} */
function audio() {
  context ??= new AudioContext();
  return context;
}

/**
 * Where to send sound.
 * @param {AudioContext} device
 */
function speaker(device) {
  if (!output) {
    output = new GainNode(device, { gain: 0 });
    output.connect(device.destination);
  }
  return output;
}

/** @param {number} volume from 0 to 100, as loud as people hear it: half is a quarter of the gain */
function setVolume(volume) {
  speaker(audio()).gain.value = (volume / 100) ** 2 * 2; // 70 is as loud as the sounds were made
}

/** The header's button, which knows what the player wants. */
function button() {
  const found = document.querySelector(".sound-button");
  return found instanceof HTMLElement ? found : null;
}

function isOn() {
  return button()?.getAttribute("aria-pressed") !== "false";
}

function chosenVolume() {
  return Number(button()?.dataset.volume || USUAL_VOLUME);
}

/**
 * The noise of a pen on paper.
 * @param {{ pitch: number, seconds: number, delay?: number }} options
 */
function scratch({ pitch, seconds, delay = 0 }) {
  const device = audio();
  const source = new AudioBufferSourceNode(device, { buffer: penNoise(device, seconds) });
  const filter = new BiquadFilterNode(device, { type: "bandpass", frequency: pitch, Q: 1.1 });
  const gain = new GainNode(device, { gain: 0.22 });
  source.connect(filter).connect(gain).connect(speaker(device));
  source.start(device.currentTime + delay);
}

/**
 * @param {AudioContext} device
 * @param {number} seconds
 */
function penNoise({ sampleRate }, seconds) {
  const length = Math.ceil(sampleRate * seconds);
  const buffer = new AudioBuffer({ length, sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) {
    const swell = Math.sin((Math.PI * i) / length) ** 0.6;
    samples[i] = (Math.random() * 2 - 1) * swell * (0.7 + 0.3 * Math.sin(i / 90));
  }
  return buffer;
}

/**
 * @param {{ pitch: number, seconds: number, delay?: number, volume?: number }} options
 */
function tone({ pitch, seconds, delay = 0, volume = 0.12 }) {
  const device = audio();
  const startsAt = device.currentTime + delay;
  const source = new OscillatorNode(device, { type: "triangle", frequency: pitch });
  const gain = new GainNode(device, { gain: 0 });
  gain.gain.setValueAtTime(0, startsAt);
  gain.gain.linearRampToValueAtTime(volume, startsAt + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, startsAt + seconds);
  source.connect(gain).connect(speaker(device));
  source.start(startsAt);
  source.stop(startsAt + seconds);
}

/** @param {number[]} pitches @param {number} apart seconds from note to note */
function melody(pitches, apart) {
  for (const [index, pitch] of pitches.entries()) {
    tone({ pitch, seconds: 0.5, delay: index * apart });
  }
}

/** @type {Record<Sound, () => void>} */
const SOUNDS = {
  x: () => {
    scratch({ pitch: 2600, seconds: 0.07 });
    scratch({ pitch: 2300, seconds: 0.07, delay: 0.12 });
  },
  o: () => scratch({ pitch: 1700, seconds: 0.2 }),
  win: () => melody([523, 659, 784], 0.09),
  lose: () => melody([392, 330], 0.14),
  draw: () => melody([440, 440], 0.14),
  low: () => {
    tone({ pitch: 1200, seconds: 0.06, volume: 0.06 });
    tone({ pitch: 1200, seconds: 0.06, delay: 0.16, volume: 0.06 });
  },
  notice: () => melody([784, 1047], 0.1),
};

/** @param {Sound} sound */
export function playSound(sound) {
  if (!isOn() || context?.state !== "running") return;
  try {
    setVolume(chosenVolume());
    SOUNDS[sound]();
  } catch {
    // No audio device, or too many of them.
  }
}

/**
 * Let somebody hear *sound* at their press of a button, whatever is switched on.
 * @param {Sound} sound
 * @param {number} volume from 0 to 100
 */
export async function trySound(sound, volume) {
  try {
    await audio().resume();
    setVolume(volume);
    SOUNDS[sound]();
  } catch {
    // As above.
  }
}

/**
 * Browsers start audio only after a gesture, and opening it takes tens of milliseconds: it is
 * opened when the page is idle after the first one, never in the task of a move. A mouse's is that
 * it is pressed, a finger's that it is lifted.
 */
export function prepareSound() {
  const open = () => {
    try {
      void audio().resume();
    } catch {
      // No audio on this machine.
    }
  };
  const whenIdle = () => ("requestIdleCallback" in window ? requestIdleCallback(open) : setTimeout(open));
  for (const gesture of ["pointerdown", "pointerup", "keydown"]) {
    addEventListener(gesture, whenIdle, { once: true, passive: true });
  }
}
