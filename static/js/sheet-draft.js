// A game that is being typed is kept on this device until it was handed in: a reload, a tab that
// the browser put away or a page that takes no games any more loses nothing. Nothing of it is sent.
// It is kept by the page of the link and the board.

const KEPT = "wallchart.game:";
const DONE = /^#handed-in-(\d+-\d+)$/;
const LINE = /^game-line\d+-(\w+)$/;
const OURS = /^game-(?!token|lines|players|step|file|line\d)/;

const form = document.querySelector("form[data-keep]");

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(KEPT + name) ?? "null");
  } catch {
    return null;
  }
}

// A browser may refuse to keep anything; the form then is as if this file were not there.
function write(name, draft) {
  try {
    if (draft) localStorage.setItem(KEPT + name, JSON.stringify(draft));
    else localStorage.removeItem(KEPT + name);
  } catch {
    // Nothing is kept.
  }
}

const lineRows = () => [...form.querySelectorAll("[data-line]")];
const isTyped = (line) => line.what !== "play" || ["rack", "where", "word", "score"].some((f) => line[f]);

function draft() {
  const lines = lineRows().map((row) => {
    const cells = [...row.querySelectorAll("input, select")];
    return Object.fromEntries(cells.map((one) => [LINE.exec(one.name)[1], one.value.trim()]));
  });
  const fields = [...new FormData(form)].filter(([name]) => OURS.test(name));
  return { fields, lines: lines.filter(isTyped) };
}

function keep() {
  write(form.dataset.keep, draft());
}

function tell(field) {
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function putBack({ fields, lines }) {
  for (const [name, value] of fields) {
    const held = form.elements[name];
    if (held) held.value = value;
  }
  // The sheet grows by a line for each that is told of.
  lines.forEach((line, number) => {
    const row = lineRows()[number];
    if (!row) return;
    for (const [field, value] of Object.entries(line)) {
      const cell = row.querySelector(`[name$="-${field}"]`);
      if (cell) cell.value = value;
    }
    tell(row.querySelector('[name$="-word"]'));
  });
}

function isEmpty({ fields, lines }) {
  return lines.length === 0 && fields.every(([name, value]) => name === "game-way" || !value.trim());
}

function begin() {
  const held = "sent" in form.dataset ? null : read(form.dataset.keep);
  if (held?.lines && held.fields) {
    putBack(held);
    if (!isEmpty(held)) {
      form.hidden = false;
      document.querySelector("[data-kept-here]").hidden = false;
    }
  } else if (!form.hidden && "sent" in form.dataset) {
    keep();
  }
  form.addEventListener("input", keep);
  form.addEventListener("change", keep);
  // What the button that ends a game writes is no input of a person.
  addEventListener("pagehide", () => form.hidden || keep());
}

const done = DONE.exec(location.hash);
if (done) {
  write(`${location.pathname}#${done[1]}`, null);
  history.replaceState(null, "", location.pathname);
}
if (form) begin();
