// File kinds: files that are dropped together and have the same columns belong into one dataset, others into
// another. Only the first bytes of a file are read; workbooks and archives are grouped by their names until
// the service reads them.

import { directoryFor } from "../../../../src/words/upload-names.js";

export interface DroppedFile {
  name: string;
  /** Null: unknown. */
  columns: readonly string[] | null;
}

/** Indices of the files of each kind, in the order of the files. */
export const groupByHeader = (files: readonly DroppedFile[]): number[][] => {
  const kinds = new Map<string, number[]>();
  for (const [index, file] of files.entries()) {
    const key = keyOf(file);
    kinds.set(key, [...(kinds.get(key) ?? []), index]);
  }
  return [...kinds.values()];
};

const keyOf = ({ name, columns }: DroppedFile): string =>
  columns === null
    ? directoryFor(name, [])
    : JSON.stringify(columns.map((column) => column.trim().toLowerCase()).sort());

const sampleBytes = 1 << 16;

/** The column names of a text, compressed by gzip or not; null for other files. */
export const readColumns = async (file: File): Promise<string[] | null> => {
  if (!/\.(csv|tsv|txt)(\.gz)?$/i.test(file.name)) return null;
  try {
    return columnsIn(decoded(await firstBytes(file)));
  } catch {
    return null;
  }
};

const firstBytes = async (file: File): Promise<Uint8Array> => {
  if (!/\.gz$/i.test(file.name)) return new Uint8Array(await file.slice(0, sampleBytes).arrayBuffer());
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const { value } = await reader.read();
  reader.cancel().catch(() => undefined);
  return value?.subarray(0, sampleBytes) ?? new Uint8Array();
};

const decoded = (bytes: Uint8Array): string => {
  const mark = `${bytes[0]},${bytes[1]}`;
  const encoding = mark === "255,254" ? "utf-16le" : mark === "254,255" ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
};

const delimiters = [",", ";", "\t", "|"];
const searchedLines = 30;

/**
 * The column names of a text: those of the first line that is more than half as wide as the widest. Null for
 * a binary file.
 */
export const columnsIn = (text: string): string[] | null => {
  if (text.includes("\0") || text.startsWith("PK\u0003\u0004")) return null;
  const lines = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== "")
    .slice(0, searchedLines);
  const [best] = delimiters
    .map((delimiter) => lines.map((line) => fieldsOf(line, delimiter)))
    .sort((a, b) => agreeing(b) - agreeing(a) || usualWidth(b) - usualWidth(a));
  const rows = best ?? [];
  const widest = Math.max(0, ...rows.map(filled));
  return rows.find((row) => 2 * filled(row) > widest) ?? null;
};

const filled = (row: readonly string[]): number => row.filter((field) => field !== "").length;

/** Lines of the usual width; none for a single column. */
const agreeing = (rows: readonly string[][]): number => {
  const width = usualWidth(rows);
  return width > 1 ? rows.filter(({ length }) => length === width).length : 0;
};

const usualWidth = (rows: readonly string[][]): number => {
  const widths = rows.map(({ length }) => length).sort((a, b) => a - b);
  return widths[widths.length >> 1] ?? 0;
};

const fieldsOf = (line: string, delimiter: string): string[] => {
  const fields: string[] = [];
  let rest = line;
  for (;;) {
    const quoted = /^ *"((?:[^"]|"")*)" */.exec(rest);
    const end = rest.indexOf(delimiter, quoted?.[0].length ?? 0);
    const written = end < 0 ? rest : rest.slice(0, end);
    fields.push((quoted?.[1]?.replaceAll('""', '"') ?? written).trim());
    if (end < 0) return fields;
    rest = rest.slice(end + 1);
  }
};
