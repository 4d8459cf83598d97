// A WebSocket with headers of one's own, which node has not: as much of RFC 6455 as players need.

import { connect } from "node:net";
import { randomBytes } from "node:crypto";

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
const OPENING_END = "\r\n\r\n";

export class WebSocket {
  readyState = 0;
  onopen = () => {};
  /** @type {(event: { data: string }) => void} */
  onmessage = () => {};
  /** @type {(event: { code: number }) => void} */
  onclose = () => {};
  #buffer = Buffer.alloc(0);
  #code = 1006;

  /** @param {number} port @param {string} path @param {Record<string, string>} headers */
  constructor(port, path, headers) {
    this.wire = connect({ port, host: "127.0.0.1", noDelay: true });
    const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    this.wire.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\n` +
        `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n${own.join("")}\r\n`,
    );
    this.wire.on("data", (data) => this.#read(data));
    this.wire.on("error", () => {});
    this.wire.on("close", () => {
      this.readyState = 3;
      this.onclose?.({ code: this.#code });
    });
  }

  /** @param {string} text */
  send(text) {
    if (this.readyState === 1) this.#frame(TEXT, Buffer.from(text));
  }

  close() {
    this.wire.destroy();
  }

  /** @param {Buffer} data */
  #read(data) {
    this.#buffer = Buffer.concat([this.#buffer, data]);
    if (this.readyState === 0 && !this.#opened()) return;
    for (let frame = this.#taken(); frame && this.readyState === 1; frame = this.#taken()) this.#hear(frame);
  }

  #opened() {
    const end = this.#buffer.indexOf(OPENING_END);
    if (end < 0) return false;
    const isAccepted = this.#buffer.subarray(0, end).toString().startsWith("HTTP/1.1 101 ");
    this.#buffer = this.#buffer.subarray(end + OPENING_END.length);
    if (!isAccepted) {
      this.close();
      return false;
    }
    this.readyState = 1;
    this.onopen?.();
    return true;
  }

  /** The next whole frame; the server sends each message in one. */
  #taken() {
    const buffer = this.#buffer;
    if (buffer.length < 2) return null;
    const short = buffer[1] & 0x7f;
    const begin = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (buffer.length < begin) return null;
    const length =
      short === 126 ? buffer.readUInt16BE(2) : short === 127 ? Number(buffer.readBigUInt64BE(2)) : short;
    if (buffer.length < begin + length) return null;
    this.#buffer = buffer.subarray(begin + length);
    return { opcode: buffer[0] & 0x0f, payload: buffer.subarray(begin, begin + length) };
  }

  /** @param {{ opcode: number, payload: Buffer }} frame */
  #hear({ opcode, payload }) {
    if (opcode === TEXT) this.onmessage?.({ data: payload.toString() });
    else if (opcode === PING) this.#frame(PONG, payload);
    else if (opcode === CLOSE) {
      this.#code = payload.length < 2 ? 1005 : payload.readUInt16BE(0);
      this.close();
    }
  }

  /** @param {number} opcode @param {Buffer} payload at most 65535 bytes; the mask is of zeros */
  #frame(opcode, payload) {
    const size = payload.length < 126 ? [0x80 | payload.length] : [0xfe, payload.length >> 8, payload.length & 0xff];
    this.wire.write(Buffer.concat([Buffer.from([0x80 | opcode, ...size, 0, 0, 0, 0]), payload]));
  }
}
