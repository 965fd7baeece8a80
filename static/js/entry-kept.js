// The entry page as this tab of the browser keeps it: a page that is loaded again goes on where
// the one before was, with the lines that wait, those not entered, and what was being typed.

import { newNumber } from "./entry-queue.js";
import { gettext } from "./words.js";

const LEFT = gettext("It was left in the line and was not entered.");
const LEFT_THERE = gettext("It was left in the line of another round and was not entered.");

/** What somebody typed is kept under a key of the event and the person; a full store keeps less. */
export function kept(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

export function keep(key, state) {
  try {
    sessionStorage.setItem(key, JSON.stringify(state));
  } catch {
    // A browser may refuse to keep anything: what waits is then lost with the page.
  }
}

/** Goes on with what was kept `before`; `given` is a line that the address of the page brings. */
export function goOn(before, { given, places, line, slips, queue, list, slotsTyped }) {
  const { open: notEntered = [], waiting: sent = [], order, unsent } = before;
  queue.waiting = sent;
  for (const item of notEntered.toReversed()) list.put(item);
  for (const item of [...notEntered, ...sent]) {
    if (item.slot) slotsTyped(item.address).add(item.slot);
  }
  const here = places.now.address;
  if (order?.address === here && slips.begin(order.label) && order.stopped) slips.stop();
  const isHere = unsent?.address === here;
  if (isHere && (!given || given === unsent.text)) line.write(unsent.text, { select: true });
  else if (unsent) list.put(leftOpen(unsent, isHere ? LEFT : LEFT_THERE));
  if (given) takeGiven(line, given);
  queue.resume();
}

function leftOpen({ text, address }, sentence) {
  return { id: newNumber(), line: text, address, after: null, fields: {}, kind: "wrong", sentence };
}

/** Takes up the line of the address, once: loaded anew, the page has what was typed since. */
function takeGiven(line, given) {
  line.write(given);
  const address = new URL(location.href);
  address.searchParams.delete("line");
  history.replaceState(null, "", address);
}
