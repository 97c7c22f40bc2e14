// Cells that a spreadsheet would execute. A CSV file has no types, so Excel, LibreOffice and Google Sheets treat a text that starts with
// one of these characters as a formula, and a formula can send the rest of the sheet elsewhere (OWASP, "CSV injection"). A leading
// apostrophe makes it a text. Numbers and telephone numbers stay as they are: digits and their punctuation compute nothing but a number.

/** As a regular expression of JavaScript and of RE2, which DuckDB uses; the full-width forms count in East Asian locales. */
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
