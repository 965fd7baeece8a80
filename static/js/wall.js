// Marks both squares of a game in the wall chart while one of them is pointed at or in focus. Without this file the
// number in a square leads to the other.

const wall = document.querySelector(".wall");

/** Returns the square of the opponent in the same round, if there is one. */
function other(square) {
  const number = square.querySelector("b")?.textContent.trim().split(/\s+/).pop();
  const row = [...wall.tBodies[0].rows].find((one) => one.querySelector(".no").textContent.trim() === number);
  return row?.cells[square.cellIndex];
}

function mark(event) {
  for (const one of wall.querySelectorAll(".meet")) one.classList.remove("meet");
  const square = event.target.closest?.("tbody td:not(.num)");
  const against = square && wall.contains(square) ? other(square) : null;
  if (against) for (const one of [square, against]) one.classList.add("meet");
}

wall?.addEventListener("pointerover", mark);
wall?.addEventListener("pointerleave", mark);
wall?.addEventListener("focusin", mark);
