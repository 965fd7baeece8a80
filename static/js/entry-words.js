// The words of a line, as far as its form shows: the words that the page follows by itself, and those
// that change what the lines after them are of. The server reads the same signs in the same way
// (tournaments/entry_line); where the two differ this takes more lines for such words, never fewer.

const MOVES = /^(r(ound)?\s*[#p]?\d+|d(ivision)?\s+\S.*|(b|\/|[p#])?\d{1,5}\s+\?)$/i;
const UNDO = /^u(ndo)?$/i;
const LONG = { missing: "m", help: "?", slips: "s", numbers: "n", correct: "c", drop: "x" };

/** Returns a line as the server reads it: without signs between words, with one kind of minus. */
export const plain = (text) => text.replace(/[,;]/g, " ").replace(/[\u2212\u2013]/g, "-").trim();

export const leadsElsewhere = (text) => MOVES.test(plain(text));

export const isUndo = (text) => UNDO.test(plain(text));

/** Returns the short form of a line that is one word: `x` for `Drop`. */
export function wordOf(text) {
  const word = plain(text).toLowerCase();
  return LONG[word] ?? word;
}

/** Returns the board of a line that only names one, for slip order to begin at. */
export const boardAlone = (text) => /^(?:b|\/)(\d+)$/i.exec(plain(text))?.[1];
