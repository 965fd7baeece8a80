// The draft of a round by keys: arrows move, x marks, s swaps, l keeps. Everything here is a
// checkbox, a button or a link that works without this file; the keys only press them.

const board = document.querySelector("[data-draft]");
const KEPT = "wallchart.draft";
const here = location.pathname + location.search;
const marks = () => [...board.querySelectorAll('input[name="mark"]')];

function isOn() {
  return document.documentElement.dataset.keys !== "off";
}

function isWriting(target) {
  return target.closest("textarea, select, [contenteditable], input:not([type=checkbox])");
}

function current() {
  const active = document.activeElement;
  return marks().includes(active) ? active : null;
}

// Up and down within a column of the page, left and right to the other one.
function move(key) {
  const all = marks();
  const from = current();
  if (!from) return all[0];
  const tray = (box) => Boolean(box.closest(".draft-tray"));
  if (key === "ArrowUp" || key === "ArrowDown") {
    const next = all[all.indexOf(from) + (key === "ArrowDown" ? 1 : -1)];
    return next ?? from;
  }
  return all.find((box) => tray(box) === (key === "ArrowRight")) ?? from;
}

function keep(box) {
  const mine = box?.closest("[data-row]")?.querySelector('input[name="keep"]');
  if (mine) mine.checked = !mine.checked;
}

// What is done to one player is done to the one in focus while nobody is marked.
function press(key) {
  const target = document.querySelector(`[data-key="${key}"]`);
  if (!target) return false;
  const box = current();
  if ("tba".includes(key) && box && !marks().some((one) => one.checked)) box.checked = true;
  target.click();
  return true;
}

function act(key) {
  if (key.startsWith("Arrow")) {
    move(key)?.focus();
    return true;
  }
  if (key === "x" || key === "l") {
    const box = current();
    if (!box) return false;
    if (key === "x") box.checked = !box.checked;
    else keep(box);
    return true;
  }
  if (key === "g") {
    document.querySelector("#again button")?.click();
    return true;
  }
  return "swtbap".includes(key) && press(key);
}

// Where the focus was: at the same player, wherever he sits now.
function remember() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([here, current()?.value ?? ""]));
  } catch {
    // A browser may refuse to keep anything; the focus then begins anew.
  }
}

function restore() {
  try {
    const [page, number] = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
    sessionStorage.removeItem(KEPT);
    const box = page === here && marks().find((one) => one.value === number);
    if (box) box.focus();
  } catch {
    // Nothing was kept.
  }
}

if (board) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!isOn() || event.key.length === 0 || isWriting(event.target)) return;
    const isArrow = event.key.startsWith("Arrow");
    if ((isArrow && !current()) || (event.repeat && !isArrow)) return;
    if (act(event.key)) event.preventDefault();
  });
  addEventListener("pagehide", remember);
  restore();
  if (!current()) marks()[0]?.focus({ preventScroll: true });
  document.querySelector(".keys-only").hidden = false;
}
