// What waits at a night, kept on this device: each line under a key of its own, so that pages of
// one account that are open beside each other replace nothing of each other. Each of them sends
// all that waits; the number of a line sees to it that it is done once.

const DIGITS = 15;

/** The lines under `name`, in the order in which they were said. */
export class KeptLines {
  constructor(name) {
    this.name = name;
    this.prefix = `${name}:`;
    this.last = 0;
  }

  /** Keeps a line, after all that are kept; returns it with its place among them. */
  keep(line) {
    const placed = { ...line, at: Math.max(Date.now(), this.last + 1) };
    this.last = placed.at;
    try {
      localStorage.setItem(this.keyOf(placed), JSON.stringify(placed));
    } catch {
      // A browser may refuse to keep anything: what waits is then lost with the page.
    }
    return placed;
  }

  forget(line) {
    try {
      localStorage.removeItem(this.keyOf(line));
    } catch {
      // Then it was not kept either.
    }
  }

  /** Returns all that is kept, those first that were kept as one list, as it once was. */
  read() {
    try {
      this.takeApart();
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.prefix));
      const lines = keys.sort().map((key) => JSON.parse(localStorage.getItem(key)));
      this.last = Math.max(this.last, ...lines.map((line) => line.at));
      return lines;
    } catch {
      return [];
    }
  }

  /** Calls `onKept(line)` and `onForgotten(line)` for what other pages keep and forget. */
  follow(onKept, onForgotten) {
    addEventListener("storage", ({ key, newValue, oldValue }) => {
      if (!key?.startsWith(this.prefix)) return;
      const line = JSON.parse(newValue ?? oldValue);
      this.last = Math.max(this.last, line.at);
      if (newValue) onKept(line);
      else onForgotten(line);
    });
  }

  takeApart() {
    const lines = JSON.parse(localStorage.getItem(this.name)) ?? [];
    for (const [at, line] of lines.entries()) {
      const placed = { ...line, at };
      localStorage.setItem(this.keyOf(placed), JSON.stringify(placed));
    }
    localStorage.removeItem(this.name);
  }

  keyOf(line) {
    return `${this.prefix}${String(line.at).padStart(DIGITS, "0")}:${line.id}`;
  }
}
