// The lines that were not entered: each stays, with what was said to it, until somebody deals with
// it by its buttons, by a key, or by typing over it.

import { UNREAD_MS } from "./entry-line.js";
import { gettext, say, sayCount } from "./words.js";

const ACTS = [["edit", gettext("Change the line")], ["drop", gettext("Drop it")]];

/**
 * The list. `answer(item, fields)` sends the form of an item, `edit(item)` brings its line back,
 * `giveUp(item)` is called for one that somebody drops.
 */
export class NotEntered {
  constructor(section, { answer, edit, giveUp, onChange }) {
    Object.assign(this, { section, answer, edit, giveUp, onChange });
    this.lines = section.querySelector("ol");
    this.lines.replaceChildren();
    this.items = [];
    this.readAt = new Map(); // since when an item can have been read, as it is
    this.lines.addEventListener("submit", (event) => this.submitted(event));
    this.lines.addEventListener("click", (event) => this.clicked(event));
    this.lines.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** Puts an item on top, or in the place of the one with the same number. */
  put(item) {
    const at = this.items.findIndex((one) => one.id === item.id);
    const row = this.row(item);
    this.letRead(item.id, row);
    if (at < 0) {
      this.items.unshift(item);
      this.lines.prepend(row);
    } else {
      this.items[at] = item;
      this.rowOf(item.id).replaceWith(row);
    }
    this.changed();
  }

  drop(id) {
    const row = this.rowOf(id);
    if (!row) return;
    row.remove();
    this.readAt.delete(id);
    this.items = this.items.filter((item) => item.id !== id);
    this.changed();
  }

  get(id) {
    return this.items.find((item) => item.id === id);
  }

  letRead(id, row) {
    this.readAt.delete(id);
    setTimeout(() => {
      if (this.rowOf(id) !== row) return;
      this.readAt.set(id, performance.now());
      row.dataset.read = "";
    }, UNREAD_MS);
  }

  /** Returns the item on top of one kind, or of all; and whether it was read by that moment. */
  newest(kind, moment) {
    const item = this.items.find((one) => !kind || one.kind === kind);
    return { item, isRead: item && this.wasRead(item, moment) };
  }

  wasRead(item, moment) {
    return this.readAt.get(item.id) <= moment;
  }

  /** Opens the step that corrects by an item's line, and goes there. */
  correct(item) {
    const step = this.rowOf(item.id).querySelector("details");
    step.open = true;
    step.querySelector("input[name=because]").focus();
  }

  formOf(item) {
    return this.rowOf(item.id)?.querySelector("form");
  }

  focus() {
    this.lines.querySelector("summary, button")?.focus();
  }

  changed() {
    this.section.hidden = this.items.length === 0;
    const head = this.section.querySelector("h2");
    const many = this.items.length;
    head.textContent =
      many > 1
        ? sayCount("Not entered: {count} line", "Not entered: {count} lines", many)
        : gettext("Not entered");
    this.onChange();
  }

  rowOf(id) {
    return this.lines.querySelector(`[data-id="${id}"]`);
  }

  row(item) {
    const row = document.createElement("li");
    row.dataset.id = item.id;
    if (item.html) {
      row.innerHTML = item.html;
    } else {
      row.innerHTML = '<div class="entry-said message message-error"><p><code></code> <span></span></p></div>';
      row.querySelector("code").textContent = item.line;
      row.querySelector("span").textContent = item.sentence;
    }
    if (item.slip || item.isLost) {
      row.querySelector("code").prepend(say("board {board}:", { board: item.slip?.label ?? "?" }), " ");
    }
    const acts = document.createElement("p");
    acts.className = "entry-acts";
    acts.textContent = item.where ?? "";
    for (const [act, text] of ACTS) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button-quiet button-small";
      button.dataset.act = act;
      button.textContent = text;
      acts.append(button);
    }
    row.firstElementChild.append(acts);
    return row;
  }

  at(event) {
    return this.get(event.target.closest("[data-id]")?.dataset.id);
  }

  submitted(event) {
    event.preventDefault();
    this.answer(this.at(event), new FormData(event.target));
  }

  clicked(event) {
    const act = event.target.closest("[data-act]")?.dataset.act;
    const item = this.at(event);
    if (act === "edit") this.edit(item);
    if (act === "drop") this.giveUp(item);
  }

  pressed(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.target.closest("details")?.removeAttribute("open");
    this.edit(null);
  }
}
