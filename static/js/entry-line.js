// The line itself: what stands in it, and what that is of. Typing over all of it begins a new line;
// changing a part of it changes the line that stands there.

// A key that follows sooner than anybody reads answers nothing that just came.
export const UNREAD_MS = 500;
const REMEMBERED = 50;

export class Line {
  /** `past` are the lines typed before, as {text, address}; `now()` returns the place one is at. */
  constructor(input, { past, now }) {
    Object.assign(this, { input, past, now });
    this.recalled = null;
    this.write("");
    input.addEventListener("beforeinput", (event) => this.typed(event));
  }

  /**
   * Puts a text into the line: of an item that is not entered, and of its place; nothing of either
   * where it is only a text. A selected text is taken by the next key.
   */
  write(text, { item = null, place = null, select = false } = {}) {
    this.input.value = text;
    this.standing = { item, place, edited: !select, isRead: false, began: performance.now() };
    delete this.input.dataset.answers;
    this.input.setSelectionRange(select ? 0 : text.length, text.length);
    if (item && select) this.letRead(this.standing);
  }

  letRead(standing) {
    setTimeout(() => {
      standing.isRead = true;
      const asks = this.standing === standing && standing.item.kind === "ask";
      if (asks && !standing.edited) this.input.dataset.answers = "enter";
    }, UNREAD_MS);
  }

  typed(event) {
    if (event.inputType === "insertLineBreak") return;
    const { selectionStart, selectionEnd, value } = this.input;
    delete this.input.dataset.answers;
    if (selectionStart === 0 && selectionEnd === value.length) {
      const [place, began] = [this.now(), performance.now()];
      this.standing = { item: null, place, edited: true, isRead: false, began };
      this.recalled = null;
    } else {
      this.standing.edited = true;
    }
  }

  get isEmpty() {
    return this.input.value === "";
  }

  /** The item whose question Enter answers: it stands here untouched. */
  get asked() {
    const { item, edited } = this.standing;
    return item && !edited ? this.standing : null;
  }

  /** What somebody typed here and did not send yet, with its place. */
  get unsent() {
    if (this.asked || this.isEmpty) return null;
    return { text: this.input.value, address: (this.standing.place ?? this.now()).address };
  }

  /**
   * Takes the line out; returns {text, item, place, began}: the item that it changes if it does, and
   * when its first key was typed.
   */
  take() {
    const { item, place, began } = this.standing;
    const taken = { text: this.input.value, item, place: place ?? this.now(), began };
    this.recalled = null;
    this.write("");
    return taken;
  }

  /** Empties the line where an item stands in it that is dealt with; what was changed stays. */
  leave(id) {
    if (this.standing.item?.id !== id) return;
    if (this.standing.edited) this.standing.item = null;
    else this.write("");
  }

  keepInPast(text, { address, after }) {
    const last = this.past.at(-1);
    if (last?.text === text && last.address === address && last.after === after) return;
    this.past = [...this.past, { text, address, after }].slice(-REMEMBERED);
  }

  /** The server said where the line with this number led: what was typed after it was of there. */
  arrived(after, address) {
    for (const one of this.past) {
      if (one.address === null && one.after === after) one.address = address;
    }
  }

  /** Brings back the lines typed for this place, as a shell does; what was being typed is last. */
  recall(by) {
    const { address } = this.now();
    const here = this.past.filter((one) => address !== null && one.address === address);
    const { at = here.length, draft = this.input.value } = this.recalled ?? {};
    const next = Math.max(0, Math.min(here.length, at + by));
    this.write(next === here.length ? draft : here[next].text);
    this.recalled = { at: next, draft };
  }
}
