// The keys of the entry page. Shortcuts need Alt, for whoever types a line types digits and letters.

const WRITTEN_IN = "input:not([type=radio], [type=checkbox]), textarea, select";

/**
 * Hears what is pressed anywhere on the page. `inLine` are functions by key, for the line alone;
 * `withAlt` by code, for everywhere; `after` follows each. Whoever types where nothing is typed
 * means the line.
 */
export function hearKeys(input, { inLine, withAlt, after }) {
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const isInLine = event.target === input;
    const act = event.altKey ? withAlt[event.code] : isInLine && inLine[event.key];
    if (act) {
      event.preventDefault();
      act();
      after();
    } else if (!isInLine && !event.altKey && (event.key === "Escape" || /^[^ ]$/.test(event.key))) {
      if (event.key === "Escape" || !event.target.closest?.(WRITTEN_IN)) input.focus();
    }
  });
  // A key that is held down is one Enter.
  input.form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.repeat) event.preventDefault();
  });
}
