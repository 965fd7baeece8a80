// Of the numbers that methods ask for, only those of the chosen one are shown. Without this file
// all are, each among those of its method.

const method = document.querySelector('#again select[name="method"]');
const numbers = document.querySelector("#again .method-numbers");

function showNumbers() {
  const chosen = method.value.split(" ")[0];
  let shown = 0;
  for (const group of numbers.querySelectorAll("fieldset")) {
    const isFilled = [...group.querySelectorAll("input")].some((input) => input.value !== "");
    group.hidden = group.dataset.method !== chosen && !isFilled;
    shown += group.hidden ? 0 : 1;
  }
  numbers.hidden = shown === 0;
}

method.addEventListener("change", () => {
  showNumbers();
  numbers.open = true;
});
showNumbers();
