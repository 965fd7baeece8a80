// Digits 1 to 9 lead to the tabs of the desk while nobody types. A person can switch them off
// (WCAG 2.1.4); the choice is kept in this browser. Without this file the tabs are plain links.

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

function isTyping(target) {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]");
}

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
