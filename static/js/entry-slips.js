// Slip order: the page says which board is next, and a line is only its two scores. The board
// moves by what is typed and by nothing else.

import { isUndo, plain } from "./entry-words.js";

const SLIP = /^(\d{6}|\d{1,4}[-:]\d{1,4})$/;
const PARTED = /^\d{3}\s+\d{3}$/;
const LONGEST_SLIP = 6;
const BY_NUMBER =
  /^(?:b|\/|#|p)?\d{1,5}\s+(\d{6}|\d{1,4}[-:\s]\s*-?\d{1,4}|\d{1,4}\s+\d{1,5}\s+\d{1,4})$/i;
const OF_SOMEBODY = /^\S+\s+(=|tie|void|bye|absent|ff|forfeit|first|left|time|penalty)(\s|$)/i;
const NAMED_FIRST = /^(ff|forfeit|first)(\s+[p#]?\d{1,5}){1,2}$/i;

/** Returns the boards of the list on the page, in the order of the slips. */
export function boardsShown() {
  return [...document.querySelectorAll("#boards [data-slot]")].map((row) => ({
    slot: row.dataset.slot,
    label: row.dataset.label,
    numbers: row.dataset.numbers,
    players: row.dataset.players,
    missing: row.classList.contains("entered-open"),
  }));
}

/** Returns the board that a line means by what the page shows, nothing where that is not sure. */
export function boardMeant(line, boards) {
  const found = /^\s*(b|\/)?[#p]?(\d{1,5})\s/i.exec(`${line} `);
  if (!found) return undefined;
  const [, byBoard, number] = found;
  const fits = byBoard
    ? boards.filter((board) => board.label === number)
    : boards.filter((board) => board.numbers.split(" ").includes(number));
  return fits.length === 1 ? fits[0] : undefined;
}

/** Returns whether a line names a board and gives it scores, as far as its form tells. */
export const givesScores = (line) => BY_NUMBER.test(plain(line));

/**
 * Returns what a line is to slip order: "slip", "other" for what says by itself what it is of,
 * "unsure" for what may be either, and "wrong" for all else: a slip that is mistyped.
 */
export function kindOf(line) {
  const text = plain(line.split("!")[0]);
  if (SLIP.test(text)) return "slip";
  const isOfSomebody = Boolean(boardMeant(text, boardsShown()));
  // 423 389 are two scores, unless somebody has the first for a number.
  if (PARTED.test(text)) return isOfSomebody ? "unsure" : "slip";
  if (isUndo(text) || NAMED_FIRST.test(text)) return "other";
  if (!isOfSomebody) return "wrong";
  if (OF_SOMEBODY.test(text)) return "other";
  if (!BY_NUMBER.test(text)) return "wrong";
  // 42 338 9 has the digits of a slip, and somebody may have the first for a number.
  const isShort = /^\d/.test(text) && text.replace(/\D/g, "").length <= LONGEST_SLIP;
  return isShort ? "unsure" : "other";
}

/** The board that is next; `show(this)` is called whenever that changes. */
export class SlipOrder {
  constructor(show) {
    this.show = show;
    this.board = null;
    this.stopped = false;
  }

  /** Begins at a board by its number, at the first missing without one; false if there is none. */
  begin(label) {
    const boards = boardsShown();
    const at = label ? boards.find((b) => b.label === label) : boards.find((b) => b.missing);
    if (!at) return false;
    this.stand(at);
    return true;
  }

  stand(board) {
    this.board = board;
    this.stopped = false;
    this.show(this);
  }

  end() {
    this.board = null;
    this.stopped = false;
    this.show(this);
  }

  stop() {
    if (!this.board) return;
    this.stopped = true;
    this.show(this);
  }

  /**
   * Goes on to the next board without a result (or back, by -1) that is not among the slots `used`,
   * of which a slip was typed; past the last it ends.
   */
  step(by, used) {
    if (!this.board) return;
    const boards = boardsShown();
    if (by < 0) boards.reverse();
    const here = boards.findIndex((board) => board.slot === this.board.slot);
    const next = boards.slice(here + 1).find((b) => b.missing && !used.has(b.slot));
    if (next) this.stand(next);
    else if (by > 0) this.end();
  }
}
