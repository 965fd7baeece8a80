// Digits lead to the tabs of the desk while nobody types, with Alt at any time; Esc leaves a field. A person can switch
// them off (WCAG 2.1.4); the choice is kept in this browser. Without this file the tabs are plain
// links.

const KEPT = "wallchart.keys";
const root = document.documentElement;
const label = document.querySelector(".key-switch");

function isOn() {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    // A browser may refuse to keep anything; the keys then work until the page is left.
    return root.dataset.keys !== "off";
  }
}

function show(on) {
  root.dataset.keys = on ? "on" : "off";
}

function keep(on) {
  show(on);
  try {
    localStorage.setItem(KEPT, on ? "on" : "off");
  } catch {
    // Nothing is kept: this page still obeys.
  }
}

// Digits do nothing in a checkbox or on a button, so there they lead to the tabs.
function isTyping(target) {
  const written = "input:not([type=checkbox], [type=radio], [type=file]), textarea, select";
  return target instanceof Element && target.closest(`${written}, [contenteditable]`);
}

// Where results are typed, every key that a slip can hold belongs to the line (static/js/entry.js):
// tabs are reached with Alt only, and Esc is the line's own.
const typesResults = document.getElementById("line") !== null;

document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || event.isComposing || !isOn() || typesResults) return;
    if (!isTyping(event.target)) return;
    event.stopPropagation();
    event.target.blur();
  },
  { capture: true },
);

function digitOf(event) {
  if (event.altKey) return /^Digit([1-9])$/.exec(event.code)?.[1];
  return typesResults || isTyping(event.target) ? undefined : /^[1-9]$/.exec(event.key)?.[0];
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.repeat || !isOn()) return;
  const link = document.querySelector(`[data-digit="${digitOf(event)}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

// A button or a link that is one key away says so itself.
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat || !isOn()) return;
  if (typesResults || isTyping(event.target) || !/^[a-z]$/.test(event.key)) return;
  // The draft of a round presses its own: two are first marked there.
  if (document.querySelector("[data-draft]")) return;
  const one = document.querySelector(`[data-key="${event.key}"]`);
  if (!one) return;
  event.preventDefault();
  one.click();
});

if (typesResults) {
  for (const tab of document.querySelectorAll("[data-digit]")) {
    tab.setAttribute("aria-keyshortcuts", `Alt+${tab.dataset.digit}`);
    tab.querySelector("kbd").textContent = `Alt ${tab.dataset.digit}`;
  }
}

show(isOn());
if (label) {
  const box = label.querySelector("input");
  box.checked = isOn();
  box.addEventListener("change", () => keep(box.checked));
  label.hidden = false;
}
