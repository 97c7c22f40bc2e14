// ZIP archives and Excel workbooks, made in tests from their parts.

import { crc32, deflateRawSync } from "node:zlib";

type Part = string | Buffer | { bytes: Buffer; declaredBytes?: number; isEncrypted?: boolean };

const u16 = (value: number): Buffer => Buffer.from([value & 255, (value >> 8) & 255]);
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};

/** Members are deflated. `declaredBytes`: a size that the archive claims instead of the true one. */
export const zipOf = (parts: Record<string, Part>): Buffer => {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, part] of Object.entries(parts)) {
    const own =
      typeof part === "string"
        ? { bytes: Buffer.from(part) }
        : Buffer.isBuffer(part)
          ? { bytes: part }
          : part;
    const { bytes, declaredBytes = bytes.length, isEncrypted = false }: Exclude<Part, string | Buffer> = own;
    const packed = deflateRawSync(bytes);
    const written = Buffer.from(name);
    const shared = Buffer.concat([
      ...[u16(20), u16(isEncrypted ? 1 : 0), u16(8), u32(0), u32(crc32(bytes))],
      ...[u32(packed.length), u32(declaredBytes), u16(written.length), u16(0)],
    ]);
    const local = Buffer.concat([u32(0x04034b50), shared, written, packed]);
    directory.push(
      Buffer.concat([u32(0x02014b50), u16(20), shared, u16(0), u16(0), u16(0), u32(0), u32(offset), written]),
    );
    chunks.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const count = u16(directory.length);
  const end = Buffer.concat([
    u32(0x06054b50),
    u32(0),
    count,
    count,
    u32(entries.length),
    u32(offset),
    u16(0),
  ]);
  return Buffer.concat([...chunks, entries, end]);
};

export type CellValue = string | number | boolean | null | { xml: string };

export interface SheetParts {
  name: string;
  rows?: readonly (readonly CellValue[])[];
  /** The part itself, instead of rows. */
  xml?: string | Buffer;
  state?: "hidden" | "veryHidden";
}

export interface WorkbookParts {
  sheets: readonly SheetParts[];
  sharedStrings?: readonly string[];
  /** Codes of number formats; a cell's style `i` (from 1) has the code `i - 1`. */
  formats?: readonly string[];
  is1904?: boolean;
}

export const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : "") + String.fromCharCode(65 + (index % 26));

const cellXml = (value: CellValue, place: string): string => {
  if (value === null) return "";
  if (typeof value === "object") return value.xml.replace("<c", `<c r="${place}"`);
  if (typeof value === "number") return `<c r="${place}"><v>${value}</v></c>`;
  if (typeof value === "boolean") return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
};

export const rowXml = (cells: readonly CellValue[], number: number): string =>
  `<row r="${number}">${cells.map((cell, i) => cellXml(cell, `${columnName(i)}${number}`)).join("")}</row>`;

export const sheetXml = (rows: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;

/** An empty row of `rows` is left out, as in files of Excel. */
export const workbookOf = ({
  sheets,
  sharedStrings,
  formats = [],
  is1904 = false,
}: WorkbookParts): Buffer => {
  const listed = sheets.map(
    ({ name, state }, i) =>
      `<sheet name="${escapeXml(name)}" sheetId="${i + 1}"${state ? ` state="${state}"` : ""} r:id="rId${i + 1}"/>`,
  );
  const links = sheets.map(
    (_, i) =>
      `<Relationship Id="rId${i + 1}" Type="${office}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  const codes = formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escapeXml(code)}"/>`);
  const styles = formats.map((_, i) => `<xf numFmtId="${164 + i}"/>`);
  const bodies = sheets.map(({ rows = [], xml }, i) => [
    `xl/worksheets/sheet${i + 1}.xml`,
    xml ?? sheetXml(rows.map((row, r) => (row.length === 0 ? "" : rowXml(row, r + 1))).join("")),
  ]);
  return zipOf({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${is1904 ? ' date1904="1"' : ""}/><sheets>${listed.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${links.join("")}<Relationship Id="s1" Type="${office}/styles" Target="styles.xml"/>${
      sharedStrings
        ? `<Relationship Id="s2" Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"/>`
        : ""
    }</Relationships>`,
    "xl/styles.xml": `<styleSheet><numFmts>${codes.join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join("")}</cellXfs></styleSheet>`,
    ...(sharedStrings && {
      "xl/sharedStrings.xml": `<sst>${sharedStrings.map((text) => (text.startsWith("<") ? text : `<si><t>${escapeXml(text)}</t></si>`)).join("")}</sst>`,
    }),
    ...Object.fromEntries(bodies),
  });
};
