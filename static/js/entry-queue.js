// The lines that were typed, on their way: sent one after another in the order they were typed,
// each under a number of its own, and sent again under the same number until it is answered. An
// answer belongs to the line whose number it bears and to no other. What waits is kept in this tab
// of the browser, so that a page that is loaded anew goes on where it was.

import { gettext, say } from "./words.js";

const PAUSES_MS = [300, 1000, 2000, 5000];
const FAULTS = 3;
const SLOW_MS = 2000;

/** Returns a number for a line, as the forms of the desk have it: 32 hexadecimal digits. */
export function newNumber() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sends what is put in, in order. `csrf` returns the token of the page, `patience` how long an
 * answer may take in milliseconds. `onSend(line)` may complete a line before it is sent for the first
 * time: nothing of it changes afterwards. `onAnswer(line, answer)` is called once for each line, with what
 * the server said, or with {kind: "wrong", sentence} where it did not take the line; `onChange()`
 * whenever what waits, or why, is different.
 */
export class Queue {
  constructor({ csrf, patience, onSend, onAnswer, onChange }) {
    Object.assign(this, { csrf, patience, onSend, onAnswer, onChange });
    this.waiting = [];
    this.sending = null;
    this.trouble = null;
    this.signedOut = false;
    this.running = false;
    this.wake = () => {};
    addEventListener("online", () => this.wake());
  }

  put(line) {
    this.waiting.push(line);
    this.onChange();
    if (!this.running) this.run();
  }

  /** Takes out what waits and fits; what is just being sent stays, for nobody knows its fate. */
  remove(fits) {
    const taken = this.waiting.filter((line) => line !== this.sending && fits(line));
    this.waiting = this.waiting.filter((line) => !taken.includes(line));
    return taken;
  }

  /** Goes on with what waits, as it was put into `waiting`. */
  resume() {
    this.onChange();
    if (this.waiting.length && !this.running) this.run();
  }

  async run() {
    this.running = true;
    while (this.waiting.length && !this.signedOut) {
      const line = (this.sending = this.waiting[0]);
      if (!line.sent) this.onSend(line);
      line.sent = true;
      const answer = await this.answerTo(line);
      this.sending = null;
      if (answer === null) break;
      this.waiting.shift();
      this.trouble = null;
      try {
        this.onAnswer(line, answer);
      } catch (fault) {
        // A fault of the page holds up no line.
        reportError(fault);
      }
      this.onChange();
    }
    this.running = false;
  }

  /** Returns the answer to a line, however often it must be sent; null once one is signed out. */
  async answerTo(line) {
    for (let tries = 0, faults = 0; ; tries += 1) {
      const { answer, out, fault, trouble } = await this.sendOnce(line);
      if (answer) return answer;
      this.signedOut = Boolean(out);
      faults += fault ? 1 : 0;
      if (faults >= FAULTS) {
        const sentence = say(
          "The server failed on this line ({status}). " +
            "It is not known whether it was entered. Type it again to find out.",
          { status: fault },
        );
        return { kind: "wrong", sentence, isUnknown: true };
      }
      this.trouble = trouble;
      this.onChange();
      if (out) return null;
      await this.pause(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]);
    }
  }

  async sendOnce(line) {
    const body = new URLSearchParams({ ...line.fields, token: line.id, line: line.line });
    body.set("csrfmiddlewaretoken", this.csrf());
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), this.patience());
    const slow = setTimeout(() => this.tellSlow(), SLOW_MS);
    try {
      const response = await fetch(line.address, {
        method: "POST",
        body,
        headers: { Accept: "application/json" },
        signal: stop.signal,
      });
      return await this.read(response);
    } catch {
      return { trouble: gettext("The server does not answer.") };
    } finally {
      clearTimeout(timer);
      clearTimeout(slow);
    }
  }

  tellSlow() {
    this.trouble ??= gettext("The server has not answered yet.");
    this.onChange();
  }

  async read(response) {
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    if (response.ok && isJson) return { answer: await response.json() };
    if (response.redirected || response.status === 401 || response.status === 403) {
      const trouble = gettext("You are signed out, or signed in as somebody else.");
      return { out: true, trouble };
    }
    const said = isJson ? (await response.json()).wrong : "";
    if ([429, 502, 503, 504].includes(response.status)) {
      return { trouble: said || gettext("The server cannot take results at the moment.") };
    }
    const { status } = response;
    if (status >= 500) return { fault: status, trouble: gettext("The server failed.") };
    const sentence = said || say("The server did not accept this line ({status}).", { status });
    return { answer: { kind: "wrong", sentence } };
  }

  pause(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
