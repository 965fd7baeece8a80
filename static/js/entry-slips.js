// Slip order: the page says which board is next, and a line is only its two scores. The board
// moves by what is typed and by nothing else.

import { isUndo, plain } from "./entry-words.js";
import { gettext, say } from "./words.js";

const SLIP = /^(\d{6}|\d{1,4}[-:]\d{1,4})$/;
const PARTED = /^\d{3,4}\s+\d{3,4}$/;
const LONGEST_SLIP = 6;
const BY_NUMBER =
  /^(?:b|\/|#|p)?\d{1,5}\s+(\d{6}|\d{1,4}[-:\s]\s*-?\d{1,4}|\d{1,4}\s+\d{1,5}\s+\d{1,4})$/i;
const OF_SOMEBODY = /^\S+\s+(=|\?|tie|void|bye|absent|ff|forfeit|first|left|time|penalty)(\s|$)/i;
const NAMED_FIRST = /^(ff|forfeit|first)(\s+[p#]?\d{1,5}){1,2}$/i;
const OUTCOME = /^(ff|forfeit)\s|^\S+\s+(=|tie|void|bye|absent|ff|forfeit|left|time)(\s|$)/i;
const OF_BOARD = /^\d{1,5}\s+[=?]$/;
const WHOM = /^(?:(?:ff|forfeit|first)\s+)?(b|\/)?[#p]?(\d{1,5})\s/i;

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
  const found = WHOM.exec(`${plain(line)} `);
  if (!found) return undefined;
  const [, byBoard, number] = found;
  const fits = byBoard || OF_BOARD.test(plain(line))
    ? boards.filter((board) => board.label === number)
    : boards.filter((board) => board.numbers.split(" ").includes(number));
  return fits.length === 1 ? fits[0] : undefined;
}

/** Returns whether a line names a board and says what came of it, as far as its form tells. */
export const givesOutcome = (line) => BY_NUMBER.test(plain(line)) || OUTCOME.test(plain(line));

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

/**
 * The board that is next. `show(this)` is called whenever that changes; `slotsTyped(address)` are
 * the slots of a place of which a line was typed; `keepBack(why)` keeps the slips that are not sent
 * yet out of the results.
 */
export class SlipOrder {
  constructor({ show, slotsTyped, keepBack }) {
    Object.assign(this, { show, slotsTyped, keepBack });
    this.board = null;
    this.stopped = false;
    this.passed = []; // the boards that it went on from, the last one last
    this.begun = 0; // how often: a late answer says nothing of an order that began after its line
  }

  /** Begins at a board by its number, at the first missing without one; false if there is none. */
  begin(label) {
    const boards = boardsShown();
    const at = label ? boards.find((b) => b.label === label) : boards.find((b) => b.missing);
    if (!at) return false;
    this.passed = [];
    this.begun += 1;
    this.stand(at);
    return true;
  }

  stand(board) {
    this.board = board;
    this.stopped = false;
    this.show(this);
  }

  /** Ends for good: what is still to be answered of it moves nothing any more. */
  end() {
    this.begun += 1;
    this.close();
  }

  close() {
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
   * Goes on to the next board without a result (or back, by -1) of which no line was typed at the
   * place with this address, whatever came of it and whenever; past the last it ends.
   */
  step(by, address) {
    if (!this.board) return;
    const used = this.slotsTyped(address);
    const boards = boardsShown();
    if (by < 0) boards.reverse();
    const here = boards.findIndex((board) => board.slot === this.board.slot);
    const next = boards.slice(here + 1).find((b) => b.missing && !used.has(b.slot));
    if (by > 0) this.passed.push(this.board);
    if (next) this.stand(next);
    else if (by > 0) this.close();
  }

  /**
   * Ties a line to the game that it is of by what the page shows; `isOutcome` where it says what
   * came of that game.
   */
  mean(item, board, isOutcome) {
    if (!board) return;
    item.fields.meant = board.numbers;
    if (!isOutcome) return;
    item.slot = board.slot;
    this.slotsTyped(item.address).add(item.slot);
  }

  /**
   * Gives a line its board, and moves on. After a slip that is none nobody knows which board the
   * next is of, so that the order stops. `before` is the line typed before. Returns why a line is
   * not sent, empty where it is.
   */
  fit(item, before) {
    const { board, stopped } = this;
    const kind = kindOf(item.line);
    item.begun = this.begun;
    if (isUndo(item.line)) return this.goBack(item, before);
    if (kind === "other") return this.passBy(item);
    if (stopped) {
      item.isLost = true;
      const at = { board: board.label };
      return say("Slip order stopped at board {board}; type b{board} to continue there.", at);
    }
    item.fields.at = board.slot;
    item.slip = { ...board };
    this.mean(item, board, kind === "slip");
    if (kind === "slip") this.step(1, item.address);
    else this.stop();
    if (kind !== "unsure") return "";
    return say("It may be a slip of board {board}, or a line by number.", { board: board.label });
  }

  /** What came of the board itself is its slip, however it is said. */
  passBy({ line, address }) {
    const isIts = givesOutcome(line) && boardMeant(line, boardsShown())?.slot === this.board.slot;
    if (isIts && !this.stopped) this.step(1, address);
    return "";
  }

  /** Goes back with `u`, to where the server will most likely say that it leads. */
  goBack(item, before) {
    if (this.stopped) {
      if (before?.slip) this.stand(before.slip);
      return "";
    }
    const board = this.passed.pop();
    item.back = board?.slot;
    if (board) this.stand(board);
    else this.stop();
    return "";
  }

  /** Hears what the server said to a line; `newest` is the line that was typed last. */
  answered(item, { kind, slot }, newest) {
    if (kind === "taken" && item.slip && !item.of) {
      const why = say("Board {board} has another result.", { board: item.slip.label });
      this.lose(item, item.slip, why);
    }
    if (kind !== "done" || !isUndo(item.line) || String(slot) === item.back) return;
    if (!this.board || item.begun !== this.begun) return;
    const board = boardsShown().find((one) => one.slot === String(slot)) ?? this.board;
    if (item === newest) this.stand(board);
    else this.lose(item, board, gettext("The undone result belongs to another board."));
  }

  /** Stops at a board, with what was typed since: nobody knows of which boards that is. */
  lose(item, board, why) {
    this.keepBack(why);
    if (item.begun !== this.begun) return;
    this.stand(board);
    this.stop();
  }
}
