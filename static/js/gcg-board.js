// <gcg-board>: a recorded game that was rendered by the server, shown at its other turns without a
// new page. Arrows, Home and End go through the turns, f looks at the unseen tiles from another
// seat, n hides and shows the notes. Without this file the same links load the page anew.

const NOT_HERE = "input:not([type=checkbox]), textarea, select, [contenteditable]";
const HEARD = ["click", "keydown"];
const FIRST = 0;

function make(tag, kind, ...inside) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  made.append(...inside);
  return made;
}

// The letter of a tile with its points, as the server writes it.
function face([, text, points]) {
  return points ? [text, make("sub", "", points)] : [text];
}

class GcgBoard extends HTMLElement {
  connectedCallback() {
    this.game = JSON.parse(this.querySelector("script[type='application/json']").textContent);
    this.last = this.game.frames.length - 1;
    this.squares = this.game.squares.split(" ");
    this.cells = [...this.querySelectorAll(".game-board tbody td")];
    this.rows = [...this.querySelectorAll(".game-board tbody th")];
    this.columns = [...this.querySelectorAll(".game-board thead th")];
    this.number = Number(this.querySelector("[data-number]").textContent);
    const of = new URLSearchParams(location.search).get("of");
    this.seat = this.game.frames[0].scores[of - 1] === undefined ? null : of - 1;
    // What leads to a turn may stand outside, as the graph does.
    for (const kind of HEARD) document.addEventListener(kind, this);
    this.reveal();
    this.markGraph();
    this.dataset.ready = "on";
  }

  disconnectedCallback() {
    for (const kind of HEARD) document.removeEventListener(kind, this);
  }

  handleEvent(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.type === "click") this.follow(event);
    else this.press(event);
  }

  press(event) {
    const keys = document.documentElement.dataset.keys;
    if (keys === "off" || event.target.closest?.(NOT_HERE)) return;
    const turn = { ArrowLeft: this.number - 1, ArrowRight: this.number + 1, Home: FIRST, End: this.last }[event.key];
    if (turn !== undefined) this.show(turn);
    else if (keys === "on" && event.key === "f") this.flip();
    else if (keys === "on" && event.key === "n") this.toggleAttribute("data-no-notes");
    else return;
    event.preventDefault();
  }

  follow(event) {
    const link = event.target.closest?.("a");
    const asked = /^\?m=(\d+)/.exec(link?.getAttribute("href") ?? "");
    if (link?.dataset.step && !asked) event.preventDefault();
    if (!asked) return;
    event.preventDefault();
    if (link.dataset.seat) this.seat = Number(link.dataset.seat);
    this.show(Number(asked[1]));
    if (!this.contains(link)) this.scrollIntoView({ block: "nearest" });
  }

  flip() {
    const players = this.game.frames[0].scores.length;
    this.seat = (this.viewer() + 1) % players;
    this.show(this.number);
  }

  // Whoever is to move looks at the unseen tiles, until somebody else is asked for.
  viewer() {
    return this.seat ?? Math.max(0, this.game.frames[this.number].mover);
  }

  show(number) {
    this.number = Math.min(Math.max(number, FIRST), this.last);
    const frame = this.game.frames[this.number];
    this.drawBoard(frame);
    this.drawScores(frame);
    this.drawRacks(frame);
    this.drawUnseen(frame);
    this.tell(frame);
    this.link();
    this.reveal();
    this.markGraph();
  }

  drawBoard(frame) {
    const codes = new Map();
    for (const { lifted, laid } of this.game.frames.slice(0, this.number + 1)) {
      for (const [square] of lifted) codes.delete(square);
      for (const [square, code] of laid) codes.set(square, code);
    }
    const kinds = new Map(frame.lifted.map(([square]) => [square, "ghost"]));
    for (const square of frame.line) kinds.set(square, "through");
    for (const [square] of frame.laid) kinds.set(square, frame.kind);
    const ghosts = new Map(frame.lifted);
    const { size } = this.game;
    this.cells.forEach((cell, square) => {
      const code = codes.get(square) ?? ghosts.get(square);
      this.drawCell(cell, square, code, kinds.get(square) ?? "");
    });
    const inRow = new Set(frame.line.map((square) => Math.floor(square / size)));
    const inColumn = new Set(frame.line.map((square) => square % size));
    this.rows.forEach((head, row) => head.classList.toggle("here", inRow.has(row)));
    this.columns.forEach((head, column) => head.classList.toggle("here", inColumn.has(column)));
  }

  drawCell(cell, square, code, kind) {
    const empty = this.game.empty[this.squares[square]];
    const look = code ? this.game.tiles[code] : empty;
    const kinds = code ? [empty[0], look[0], kind] : [empty[0]];
    const { size } = this.game;
    const at = this.rows[Math.floor(square / size)].textContent + this.columns[square % size].textContent;
    const [spoken, seen] = cell.children;
    cell.className = kinds.filter(Boolean).join(" ");
    spoken.textContent = `${at} ${look[3]}${this.game.said[kind] ?? ""}`;
    seen.replaceChildren(...face(look));
  }

  drawScores(frame) {
    this.querySelectorAll(".scores li").forEach((line, seat) => {
      line.classList.toggle("mover", seat === frame.mover);
      line.querySelector("strong").textContent = frame.scores[seat];
      line.querySelector(".gain").textContent = frame.gains[seat];
    });
  }

  drawRacks(frame) {
    this.querySelectorAll(".racks dd").forEach((rack, seat) => {
      const [codes, text, rest] = frame.racks[seat];
      const looks = [...codes].map((code) => this.game.tiles[code]);
      rack.querySelector("[data-text]").textContent = text;
      rack.querySelector(".rack").replaceChildren(...looks.map((look) => make("span", look[0], ...face(look))));
      rack.querySelector(".rest").textContent = rest;
    });
  }

  drawUnseen(frame) {
    const pool = this.querySelector(".pool");
    if (!pool) return;
    const seat = this.viewer();
    [pool.textContent, this.querySelector(".pool-words").textContent] = frame.pools[seat];
    for (const link of this.querySelectorAll("[data-seat]")) {
      const own = Number(link.dataset.seat);
      if (own === seat) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
      link.href = `?m=${this.number}&of=${own + 1}`;
    }
  }

  tell(frame) {
    const list = (name, lines) =>
      this.querySelector(name).replaceChildren(...lines.map((line) => make("li", "", line)));
    this.querySelector(".says").textContent = frame.says;
    list(".turn-notes", frame.notes);
    list(".turn-wrong", frame.wrong);
    for (const count of this.querySelectorAll("[data-number]")) count.textContent = this.number;
  }

  link() {
    const to = { first: FIRST, previous: this.number - 1, next: this.number + 1, last: this.last };
    for (const step of this.querySelectorAll("[data-step]")) {
      const turn = to[step.dataset.step];
      const leads = turn >= FIRST && turn <= this.last && turn !== this.number;
      const told = { href: leads && `?m=${turn}`, role: !leads && "link", "aria-disabled": !leads };
      for (const [name, value] of Object.entries(told)) {
        if (value) step.setAttribute(name, value);
        else step.removeAttribute(name);
      }
    }
    const of = this.seat === null ? "" : `&of=${this.seat + 1}`;
    history.replaceState(history.state, "", `?m=${this.number}${of}`);
  }

  // The turn is marked in the list, and the list scrolled to it, but never the page.
  reveal() {
    const list = this.querySelector(".moves");
    if (!list) return;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const link = list.querySelector(`a[href="?m=${this.number}"]`);
    link?.setAttribute("aria-current", "step");
    const item = link?.parentElement ?? list;
    const above = item.offsetTop - list.offsetTop;
    const hidden = above < list.scrollTop || above + item.offsetHeight > list.scrollTop + list.clientHeight;
    if (hidden || !link) list.scrollTop = link ? above - list.clientHeight / 2 : 0;
  }

  markGraph() {
    for (const dot of document.querySelectorAll("a.point")) {
      dot.classList.toggle("here", dot.getAttribute("href") === `?m=${this.number}`);
    }
  }
}

customElements.define("gcg-board", GcgBoard);
