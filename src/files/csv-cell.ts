// Cell of a CSV that the service writes: quoted where a reader could take its text for something else.

/** Blanks around a text are quoted too, since readers drop them. */
export const csvCell = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
