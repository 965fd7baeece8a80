// The lists of the reports are folded. A wide screen has room for all of them, and so has paper;
// without this file each opens by itself, and paper has those that are open.

const folds = [...document.querySelectorAll(".report-fold")];
const wide = matchMedia("(min-width: 60rem)");
let before = null;

function openAll() {
  for (const fold of folds) fold.open = true;
}

/** Opens the list that the address of the page names. */
function openNamed() {
  const named = document.getElementById(location.hash.slice(1))?.closest(".report-fold");
  if (named) named.open = true;
}

if (wide.matches) openAll();
openNamed();
addEventListener("hashchange", openNamed);
addEventListener("beforeprint", () => {
  before = folds.map((fold) => fold.open);
  openAll();
});
addEventListener("afterprint", () => {
  folds.forEach((fold, at) => {
    fold.open = before?.[at] ?? fold.open;
  });
});
