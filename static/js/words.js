// What scripts say, in the language of the page. A page in another language than English brings a
// catalogue (django.gettext); without one, or where it lacks a message, the English is said.
//
// Each message is written out where it is said, because catalogues are made by reading these files.

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

export const gettext = (text) => globalThis.django?.gettext?.(text) ?? text;

/** Returns a message with its {name}s. */
export const say = (text, values = {}) => filled(gettext(text), values);

/** Returns the message for one or for many, with {count} among its {name}s. */
export function sayCount(one, many, count, values = {}) {
  const text = globalThis.django?.ngettext?.(one, many, count) ?? (count === 1 ? one : many);
  return filled(text, { count, ...values });
}
