// Cells that a spreadsheet would execute or change. A CSV file has no types, so Excel, LibreOffice and Google
// Sheets treat a text that starts with one of these characters as a formula, and a formula can send the rest
// of the sheet elsewhere (OWASP, "CSV injection"). A leading apostrophe makes it a text. Numbers and
// telephone numbers stay as they are: digits and their punctuation compute nothing but a number.

/**
 * As a regular expression of JavaScript and of RE2, which DuckDB uses; the full-width forms count in East
 * Asian locales.
 */
export const executablePattern = "^([=@\\t\\r＝＠]|[+\\-＋－].*[^0-9 ().,/+\\-].*$)";

const executable = new RegExp(executablePattern, "s");

/** The text as a spreadsheet shows it without executing it. */
export const harmlessCell = (text: string): string => (executable.test(text) ? `'${text}` : text);

/** A row of a CSV file for people, with CRLF (RFC 4180). Numbers and absent values are never escaped. */
export const harmlessRow = (cells: readonly (string | number | null | undefined)[]): string =>
  `${cells.map(cellText).join(",")}\r\n`;

const cellText = (cell: string | number | null | undefined): string => {
  if (typeof cell !== "string") return cell == null ? "" : String(cell);
  const text = harmlessCell(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * Ids that a spreadsheet would change: `08482` loses its zero, 16 digits and more are rounded, `1E5` becomes
 * a number and `3-4` or `MAR1` a date. Written as `="08482"`, an id stays a text in Excel, LibreOffice and
 * Google Sheets. For RE2 and JavaScript.
 */
export const changedPattern =
  "^(0[0-9]+|[0-9]{16,}|[0-9.,/:()+ -]*[./:,()+ -][0-9.,/:()+ -]*|[0-9]+[eE][0-9]+|[a-zA-Z]{3,9}[ -]?[0-9]{1,4}|[tT][rR][uU][eE]|[fF][aA][lL][sS][eE])$";
