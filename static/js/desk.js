// Digits lead to the tabs of the desk while nobody types; Esc leaves a field. A person can switch
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

// A line that takes Esc itself (static/js/entry.js) is left once nothing is typed in it, or all of
// it is marked; every other field at once. A page with such a line has Esc lead back to it.
function leaves(field) {
  const line = document.getElementById("line");
  if (!line) return true;
  return field === line && line.selectionEnd - line.selectionStart === line.value.length;
}

document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || event.isComposing || !isOn()) return;
    if (!isTyping(event.target) || !leaves(event.target)) return;
    event.stopPropagation();
    event.target.blur();
  },
  { capture: true },
);

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if (!/^[1-9]$/.test(event.key) || !isOn() || isTyping(event.target)) return;
  const link = document.querySelector(`[aria-keyshortcuts="${event.key}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

show(isOn());
if (label) {
  const box = label.querySelector("input");
  box.checked = isOn();
  box.addEventListener("change", () => keep(box.checked));
  label.hidden = false;
}
