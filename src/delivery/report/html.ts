// HTML as tagged text: whatever is put into it is escaped, unless it is such text itself. Names of cohorts and features are
// written by users, and end up in text and in attributes alike.

export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | null | false | readonly Part[];

export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((text, string, i) => text + textOf(parts[i - 1]!) + string));

/** The text of a style sheet or such, written by us: never anything of a user's. */
export const verbatim = (text: string): Html => new Html(text);

const textOf = (part: Part): string => {
  if (part === null || part === false) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object" ? part.map(textOf).join("") : escaped(String(part));
};

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);
