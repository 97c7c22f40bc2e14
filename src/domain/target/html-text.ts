// Text in HTML: escaped, so that no text of a user becomes markup, in an element or in a quoted attribute.

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character]!);
