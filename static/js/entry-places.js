// The round of the division that lines are typed for. A line such as `d B` leads elsewhere: what is
// typed after it is meant for there, and waits until the server has said where that is. A place is
// {address, after, back}: `address` is null until it is known, `after` the number of the line that
// leads to it, `back` the place before.

import { gettext, say } from "./words.js";

export const SIGNED_OUT = gettext("you are signed out; load the page anew");

export class Places {
  constructor(address) {
    this.now = { address, after: null, back: null };
    this.shown = this.now;
  }

  /** From now on lines are typed for where this one leads. */
  leave(item, from) {
    this.now = { address: null, after: item.id, back: from };
  }

  /** The server said where a line leads; returns the place. */
  arrived(item, address) {
    const place = this.chain().find((one) => one.after === item.id);
    if (place) place.address = address;
    else this.now = { address, after: item.id, back: this.now };
    return place ?? this.now;
  }

  /** A line led nowhere: what was typed after it has no place, and one is back where it was typed. */
  refused(item) {
    const place = this.chain().find((one) => one.after === item.id);
    if (!place) return;
    for (const one of this.chain()) {
      one.refused = item.line;
      if (one === place) break;
    }
    this.now = place.back;
  }

  chain() {
    const found = [];
    for (let place = this.now; place; place = place.back) found.push(place);
    return found;
  }

  get isShown() {
    return this.now === this.shown;
  }

  /**
   * Shows the place where one is now; returns the page that was taken over, null if none was, as
   * while nobody knows where the place is.
   */
  async show() {
    const to = this.now;
    if (to.address === null) return null;
    const response = await fetch(to.address, { headers: { Accept: "text/html" } });
    if (response.redirected || response.status === 403) throw new Error(SIGNED_OUT);
    const { status } = response;
    if (!response.ok) throw new Error(say("the server answered {status}", { status }));
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (to !== this.now || !page.getElementById("state")) return null;
    for (const id of ["place", "state", "places"]) {
      document.getElementById(id).replaceWith(document.adoptNode(page.getElementById(id)));
    }
    document.title = page.title;
    history.replaceState(null, "", to.address);
    to.address = page.getElementById("entry").getAttribute("action");
    this.shown = to;
    return page;
  }
}
