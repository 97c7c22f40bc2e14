// Workbook, an .xlsx file: a ZIP archive of XML parts. Opening it reads the small parts: the list of sheets,
// the styles that tell dates from other numbers, and where the texts are. The rows of a sheet are read in
// `sheet-rows.ts`. Format: ECMA-376, part 1, 18.

import { TextDecoder } from "node:util";
import { limits } from "../domain/resource/limits.js";
import { BrokenArchive } from "./archive.js";
import { type NumberStyle, numberStyle } from "./cell.js";
import { attributeOf, BrokenXml, type XmlHandler, XmlScanner } from "./xml.js";
import { readMember, readMembers, type ZipMember } from "./zip.js";

export interface Sheet {
  name: string;
  part: ZipMember;
  isHidden: boolean;
}

export interface Workbook {
  file: string;
  sheets: Sheet[];
  /** Styles of numbers by the style of a cell. */
  styles: NumberStyle[];
  /** Days count from 1904, as in old workbooks of the Mac. */
  is1904: boolean;
  sharedStrings: ZipMember | undefined;
}

/** Whether the members of an archive are those of an .xlsx file. */
export const isWorkbook = (members: readonly ZipMember[]): boolean =>
  members.some(({ name }) => name === "[Content_Types].xml") &&
  members.some(({ name }) => /^xl\/workbook\d*\.xml$/i.test(name));

/** Throws `BrokenArchive`. */
export const openWorkbook = async (file: string, maxUnpackedBytes?: number): Promise<Workbook> => {
  const parts = new Map(
    (await readMembers(file, maxUnpackedBytes)).map((member) => [pathOf(member.name), member]),
  );
  const main = [...parts.keys()].find((name) => /^xl\/workbook\d*\.xml$/.test(name));
  const need = (name: string | undefined): ZipMember => {
    const part = name === undefined ? undefined : parts.get(name);
    if (!part) throw new BrokenArchive(new Error(`there is no part ${name}`));
    return part;
  };
  const folder = main?.slice(0, main.lastIndexOf("/") + 1) ?? "";
  const links = await readLinks(file, need(main?.replace(/([^/]+)$/, "_rels/$1.rels")), folder);
  const { listed, is1904 } = await readSheetList(file, need(main));
  const partOf = (type: string) =>
    [...links.values()].flatMap((link) => (link.type === type ? (parts.get(link.target) ?? []) : []))[0];
  const styles = partOf("styles");
  // The size of a workbook counts each part once, so two sheets are never one part.
  const taken = new Set<string>();
  return {
    file,
    is1904,
    sheets: listed.flatMap(({ name, link, isHidden }) => {
      const found = links.get(link);
      if (found?.type !== "worksheet" || taken.has(found.target)) return [];
      taken.add(found.target);
      return [{ name, isHidden, part: need(found.target) }];
    }),
    styles: styles ? await readStyles(file, styles) : [],
    sharedStrings: partOf("sharedStrings"),
  };
};

const pathOf = (name: string): string => name.replace(/^\//, "").toLowerCase();

/** The parts that a workbook names, by the id of the link; `type` is the last word of the relationship's type. */
const readLinks = async (file: string, part: ZipMember, folder: string) => {
  const links = new Map<string, { type: string; target: string }>();
  await readSmallPart(file, part, (name, attributes) => {
    if (name !== "Relationship") return;
    const type = attributeOf(attributes, "Type") ?? "";
    const target = attributeOf(attributes, "Target") ?? "";
    links.set(attributeOf(attributes, "Id") ?? "", {
      type: type.slice(type.lastIndexOf("/") + 1),
      target: pathOf(target.startsWith("/") ? target : `${folder}${target.replace(/^\.\//, "")}`),
    });
  });
  return links;
};

/** A workbook of Excel has names of up to 31 characters. */
const { is: nameCharacters } = limits.nameCharacters;

const readSheetList = async (file: string, part: ZipMember) => {
  const listed: { name: string; link: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await readSmallPart(file, part, (name, attributes) => {
    if (name === "workbookPr") is1904 = /^(1|true)$/.test(attributeOf(attributes, "date1904") ?? "");
    if (name !== "sheet") return;
    listed.push({
      name: (attributeOf(attributes, "name") ?? "").slice(0, nameCharacters),
      link: /\s[\w.-]+:id\s*=\s*["']([^"']*)/.exec(attributes)?.[1] ?? attributeOf(attributes, "id") ?? "",
      isHidden: /^(hidden|veryHidden)$/.test(attributeOf(attributes, "state") ?? ""),
    });
  });
  return { listed, is1904 };
};

/** The number styles of the cell formats, `cellXfs`. */
const readStyles = async (file: string, part: ZipMember): Promise<NumberStyle[]> => {
  const codes = new Map<number, string>();
  const styles: NumberStyle[] = [];
  let isInFormats = false;
  await readSmallPart(
    file,
    part,
    (name, attributes) => {
      const id = Number(attributeOf(attributes, "numFmtId") ?? 0);
      if (name === "numFmt") codes.set(id, attributeOf(attributes, "formatCode") ?? "");
      if (name === "cellXfs") isInFormats = true;
      if (name === "xf" && isInFormats) styles.push(numberStyle(id, codes.get(id)));
    },
    (name) => {
      if (name === "cellXfs") isInFormats = false;
    },
  );
  return styles;
};

/** Far larger than such a part is; its findings are kept in memory. */
const maxSmallPartBytes = 32 << 20;

const readSmallPart = async (
  file: string,
  part: ZipMember,
  open: XmlHandler["open"],
  close: XmlHandler["close"] = () => {},
): Promise<void> => {
  if (part.bytes > maxSmallPartBytes) throw new BrokenArchive(new Error(`${part.name} is too large`));
  for await (const _ of scanPart(file, part, { open, close, text() {} }));
};

const largestStepBytes = 1 << 16;

/** Scans a part, and yields whenever a step of it was reported. Throws `BrokenArchive`. */
export async function* scanPart(
  file: string,
  part: ZipMember,
  handler: XmlHandler,
  stepBytes = largestStepBytes,
): AsyncGenerator<void> {
  const scanner = new XmlScanner(handler);
  const step = Math.min(stepBytes, largestStepBytes);
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of readMember(file, part)) {
      decoder ??= new TextDecoder(encodingOf(chunk));
      for (let at = 0; at < chunk.length; at += step) {
        scanner.push(decoder.decode(chunk.subarray(at, at + step), { stream: true }));
        yield;
      }
    }
    scanner.push(decoder?.decode() ?? "");
    scanner.end();
  } catch (cause) {
    throw cause instanceof BrokenXml ? new BrokenArchive(cause) : cause;
  }
  yield;
}

/** XML is in UTF-8, or begins with a byte order mark. */
const encodingOf = (beginning: Buffer): string => {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return "utf-16le";
  return beginning[0] === 0xfe && beginning[1] === 0xff ? "utf-16be" : "utf-8";
};
