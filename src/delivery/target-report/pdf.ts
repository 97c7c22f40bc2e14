// PDF of a report: A4 pages with text that can be selected, tagged headings and tables that go on over pages. The
// standard fonts of every reader have the letters of Western Europe; others are shown as a question mark.

import PDFDocument from "pdfkit";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { ReportSection, ReportTable, TargetReport } from "./facts.js";

const margin = 56;
const [regular, bold] = ["Helvetica", "Helvetica-Bold"];

/** The same report, made at the same time, has the same bytes. */
export const reportPdf = async (
  { title, subtitle, sections }: TargetReport,
  madeAt: EpochMs,
): Promise<Buffer> => {
  const document = new PDFDocument({
    size: "A4",
    margin,
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    lang: "en",
    info: { Title: printable(title), Creator: "Bellwether", CreationDate: new Date(madeAt) },
  });
  const pages: Buffer[] = [];
  document.on("data", (part: Buffer) => pages.push(part));
  const ended = new Promise<void>((resolve, reject) => {
    document.on("end", resolve);
    document.on("error", reject);
  });
  heading(document, title, 22);
  document
    .moveDown(0.3)
    .font(regular)
    .fontSize(11)
    .fillColor("#555")
    .text(printable(subtitle))
    .fillColor("#000");
  for (const section of sections) writeSection(document, section);
  document.end();
  await ended;
  return Buffer.concat(pages);
};

type Page = InstanceType<typeof PDFDocument>;

const heading = (document: Page, text: string, size: number): void => {
  document.font(bold).fontSize(size).text(printable(text));
};

const writeSection = (document: Page, { title, text, table }: ReportSection): void => {
  document.moveDown(1.5);
  heading(document, title, 14);
  document.moveDown(0.5).font(regular).fontSize(9);
  if (text !== undefined) document.text(printable(text));
  if (table) writeTable(document, table);
  document.x = margin;
};

const writeTable = (document: Page, { headers, widths, rows }: ReportTable): void => {
  const cells = (row: readonly string[]) => row.map((cell) => printable(cell.slice(0, longestCell)));
  document.table({
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: "#ccc", padding: [4, 6, 4, 0] },
    ...(widths && { columnStyles: [...widths, "*" as const] }),
    data: [cells(headers).map((text) => ({ text, font: { src: bold } })), ...rows.map(cells)],
  });
};

const longestCell = 400;

const spelled: Readonly<Record<string, string>> = { "−": "-", "\u202f": " ", "\u00a0": " ", "×": "x" };

/** Letters that the standard fonts have; accents that they do not have are left out. */
const printable = (text: string): string =>
  [...text.normalize("NFC")].map((letter) => spelled[letter] ?? latin(letter)).join("");

const latin = (letter: string): string => {
  if (isLatin(letter)) return letter;
  const [plain = ""] = letter.normalize("NFD");
  return isLatin(plain) ? plain : "?";
};

const isLatin = (letter: string): boolean => /^[\n\x20-\x7e\u00a1-\u00ff–—‘’“”•…€]$/.test(letter);
