// Of the numbers that methods ask for, only those of the chosen one are shown. Without this file
// all are, each with the name of its method.

const method = document.querySelector('#again select[name="method"]');

function showOptions() {
  const chosen = method.value.split(" ")[0];
  for (const input of document.querySelectorAll('#again input[name^="option_"]')) {
    const mine = input.name.startsWith(`option_${chosen}_`);
    input.closest(".field").hidden = !mine && input.value === "";
  }
}

method.addEventListener("change", showOptions);
showOptions();
