// The draft of a round by keys: arrows move, x or Enter marks, s swaps, l keeps. Everything here is
// a checkbox, a button or a link that works without this file; the keys only press them, and what
// cannot be done is said on the page.

import { gettext, sayCount } from "./words.js";

const board = document.querySelector("[data-draft]");
const said = document.querySelector("#draft-said");
const KEPT = "wallchart.draft";
// The draft is at the same address only while nothing that was sent from it was refused.
const here = board?.dataset.draft;
const marks = () => [...board.querySelectorAll('input[type="checkbox"][name="mark"]')];

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

function tell(text) {
  said.textContent = text;
  said.hidden = !text;
}

function toggle(box) {
  box.checked = !box.checked;
}

function keep(box) {
  const mine = box.closest("[data-row]").querySelector('input[name="keep"]');
  if (mine) toggle(mine);
  else tell(gettext("There is no board or bye to keep here."));
}

// What is done to two is done to the one that is marked and the one in focus. While nobody is marked
// a key does nothing: letters are easily pressed by mistake, and each would change the draft at once.
function press(key) {
  const target = document.querySelector(`[data-key="${key}"]`);
  if (!target) return false;
  const box = current();
  const count = marks().filter((one) => one.checked).length;
  if (target.dataset.marks === "2" && count === 1 && box) box.checked = true;
  target.click();
  return true;
}

function pairAgain() {
  const button = document.querySelector("#again button");
  if (button.disabled) tell(gettext("It cannot be paired again now; the reason is below."));
  else button.click();
}

function act(key) {
  if (key.startsWith("Arrow")) {
    move(key)?.focus();
    return true;
  }
  if (key === "x" || key === "l") {
    const box = current();
    if (!box) tell(gettext("Go to a player first: Tab leads to them."));
    else if (key === "x") toggle(box);
    else keep(box);
    return true;
  }
  if (key === "g") {
    pairAgain();
    return true;
  }
  // A capital P publishes without another page: it takes a second finger.
  return "swtbapP".includes(key) && press(key);
}

// Enter in a checkbox would send the form that it belongs to: here it marks, and keeps.
function chooses(event) {
  return event.key === "Enter" && event.target.matches("[data-draft] input[type=checkbox]");
}

// How many are marked is known here; whether they can change is said by whoever is asked.
function askFor(event) {
  const wanted = Number(event.submitter?.dataset.marks ?? 0);
  const count = marks().filter((box) => box.checked).length;
  if (!wanted || wanted === count) return;
  event.preventDefault();
  tell(wanted === 1 ? wantsOne(count) : wantsTwo(count));
}

function wantsOne(count) {
  if (!count) return gettext("Mark one player first, with x or the space bar; none are marked.");
  return sayCount(
    "Mark one player for that; {count} is marked.",
    "Mark one player for that; {count} are marked.",
    count,
  );
}

function wantsTwo(count) {
  if (!count) return gettext("Mark two players first, with x or the space bar; none are marked.");
  return sayCount(
    "Mark two players for that; {count} is marked.",
    "Mark two players for that; {count} are marked.",
    count,
  );
}

// Where the focus was: at the same player, wherever they sit now.
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
    tell("");
    if (chooses(event)) toggle(event.target);
    else if (!act(event.key)) return;
    event.preventDefault();
  });
  document.querySelector("#marked").addEventListener("submit", askFor);
  addEventListener("pagehide", remember);
  restore();
  if (!current()) marks()[0]?.focus({ preventScroll: true });
  document.querySelector(".keys-only").hidden = false;
}
