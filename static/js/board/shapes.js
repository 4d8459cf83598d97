// The one description of how boards and marks look. The scripts beside this file draw from it, and
// so does the server, which reads what stands between the outermost braces as JSON: see
// games/board/shapes.py. 100 units are a cell; the first m of a shape in a cell counts from
// the cell's upper left corner.
//
// Boards of up to largest_by_hand columns and rows are drawn by hand, larger ones are ruled.
// ends: how far from the board's edge the lines end. bends: how far off its place a line by hand
// begins, and how far off that its bend and end are. smallest_fine: the columns or rows from which
// thumbnails have finer lines. wash: what is painted below a new mark. symbol: how far below the
// top of a cell the middle of a player's own symbol is, on a board and in a picture of its own.
// by_hand: nine of each mark, so that neighbours differ on every board; each stroke a path.

export const SHAPES = {
  "unit": 100,
  "largest_by_hand": 5,
  "lines": {
    "ends": 5,
    "bends": [[-1.4, 3.6, 2.4], [1.2, -3.1, -2.6], [-1.8, 4.7, 3.1], [1.6, -4.2, -2.7]]
  },
  "thumbnail": {
    "margin": 6,
    "ends": 4,
    "smallest_fine": 9,
    "wash": "m4 4h92v92h-92z"
  },
  "symbol": { "board": 53, "glyph": 54 },
  "marks": {
    "ruled": {
      "x": ["m23 23l54 54", "m23 77l54 -54"],
      "o": ["m22 50a28 28 0 1 1 0 0.1z"]
    },
    "by_hand": {
      "x": [
        ["m23.3 22.8q26.5 32.3 52.1 55.4", "m77.7 23.5q-26 21.9 -52.6 53"],
        ["m24.7 23.1q23.6 27.8 50.8 53.8", "m75.6 22.7q-22.3 24.1 -54.5 52.6"],
        ["m22.9 22.5q24.3 30.3 53.9 55", "m77.3 24.1q-27.3 21.8 -52.4 51.3"],
        ["m21.6 23.3q29.3 30.8 53.9 51.9", "m78.4 21.5q-27.6 23.9 -54.7 55.3"],
        ["m21.2 22.6q28.7 28.2 56.1 54.8", "m77.8 21.1q-27.5 27.2 -53.9 54.9"],
        ["m23.2 23.2q26.4 28.5 53.8 52.2", "m78.4 21.1q-25.2 26.6 -54 57.1"],
        ["m21 20.9q28.2 32.8 56.9 55.7", "m77.7 22.7q-25.7 26 -55.8 55.6"],
        ["m24 21.8q25 31.8 54.4 56.8", "m75.5 22.5q-21.4 24.2 -50.3 56.7"],
        ["m23.5 21.2q27.7 29.7 54.6 54.4", "m78.3 24q-27.8 20.9 -56.1 53.8"]
      ],
      "o": [
        ["m51.2 21.5c-15.8 0.1 -28.6 11.4 -30.1 27.3c-1.5 15.8 11.8 29.8 27.7 29.7c15.8 -0.1 28.6 -11.4 30.1 -27.3c1.5 -15.8 -11.8 -29.8 -27.7 -29.7z"],
        ["m56.9 22c-15.9 -3 -30.1 6.5 -34.5 21.4c-4.4 14.9 4.9 31.5 20.7 34.6c15.9 3 30.1 -6.5 34.5 -21.4c4.4 -14.9 -4.9 -31.5 -20.7 -34.6z"],
        ["m49.6 22.3c-15.6 0.8 -28.5 12.2 -28.9 28.1c-0.4 15.8 14 28 29.7 27.3c15.6 -0.8 28.5 -12.2 28.9 -28.1c0.4 -15.8 -14 -28 -29.7 -27.3z"],
        ["m44.6 21.6c-15.5 3.8 -25 18 -22.8 33.8c2.2 15.8 18.1 26.9 33.6 23c15.5 -3.8 25 -18 22.8 -33.8c-2.2 -15.8 -18.1 -26.9 -33.6 -23z"],
        ["m43.3 22.8c-15 4.1 -25.4 18.4 -21.9 34.2c3.5 15.9 20.3 24.3 35.3 20.2c15 -4.1 25.4 -18.4 21.9 -34.2c-3.5 -15.9 -20.3 -24.3 -35.3 -20.2z"],
        ["m50.7 21.2c-16 0.4 -28.1 12.4 -29.3 28.1c-1.2 15.7 11.9 29.9 27.9 29.5c16 -0.4 28.1 -12.4 29.3 -28.1c1.2 -15.7 -11.9 -29.9 -27.9 -29.5z"],
        ["m42.3 22.2c-15.7 3.5 -24.7 20.5 -19.8 35.3c4.9 14.9 19.5 23.8 35.2 20.3c15.7 -3.5 24.7 -20.5 19.8 -35.3c-4.9 -14.9 -19.5 -23.8 -35.2 -20.3z"],
        ["m53.7 22.5c-15.4 -1.9 -30.7 7.7 -33 23.7c-2.3 16 10.2 29.5 25.6 31.3c15.4 1.9 30.7 -7.7 33 -23.7c2.3 -16 -10.2 -29.5 -25.6 -31.3z"],
        ["m51.9 21.6c-15.6 -1.6 -30.7 10.2 -31.1 26.5c-0.5 16.2 11.8 28.6 27.3 30.3c15.6 1.6 30.7 -10.2 31.1 -26.5c0.5 -16.2 -11.8 -28.6 -27.3 -30.3z"]
      ]
    }
  }
};
