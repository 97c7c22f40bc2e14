// Names of an uploaded file, its directory and its dataset, suggested from the file's own name.

import { cureOf, readableEnding } from "../domain/data/file-format.js";

const maxLength = 150;
const readable = new RegExp(readableEnding, "i");

/** Why a file cannot be uploaded; undefined if it can. */
export const problemOfFile = ({ name, size }: { name: string; size: number }): string | undefined => {
  if (!readable.test(name)) return `${name} cannot be read. ${cureOf(name)}`;
  if (size === 0) return `${name} is empty.`;
  return undefined;
};

/** "Orders (June).csv" is stored as "Orders_June.csv". */
export const fileNameFor = (name: string): string => {
  const ending = readable.exec(name)?.[0] ?? "";
  const stem = inLatin(name.slice(0, name.length - ending.length)).replace(/[^A-Za-z0-9.]+/g, "_");
  return `${trimmed(stem).slice(0, maxLength - ending.length) || "file"}${ending}`;
};

/** "Orders 2025-06.csv" goes to "orders", where files of later months belong too. `taken` are directories in use. */
export const directoryFor = (name: string, taken: readonly string[]): string => {
  const base =
    inLatin(wordsOf(name).join(" "))
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join("_")
      .slice(0, 60) ?? "data";
  if (!taken.includes(base)) return base;
  const counts = taken.map((_, index) => `${base}_${index + 2}`);
  return counts.find((candidate) => !taken.includes(candidate))!;
};

/** "orders_2025-06.csv" becomes the dataset "Orders". */
export const datasetNameFor = (name: string): string => {
  const text = wordsOf(name).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1) || "Data";
};

/** Why a directory name is invalid; undefined if it is valid. */
export const problemOfDirectory = (directory: string): string | undefined =>
  /^[A-Za-z0-9_][-A-Za-z0-9_]*$/.test(directory) && directory.length <= maxLength
    ? undefined
    : "Use letters, digits, underscores and hyphens. Do not start with a hyphen.";

/** The words of a file name without its extension, dates, counts and words such as "export". */
const wordsOf = (name: string): string[] => {
  const words = name
    .replace(readable, "")
    .split(/[^\p{Letter}\p{Mark}\p{Number}]+/u)
    .filter(Boolean);
  const meaningful = words.filter((word) => !/^(\d+|v\d+|export|copy|final)$/i.test(word));
  return meaningful.length > 0 ? meaningful : words;
};

/** Letters without their marks: directories and files have names that mean the same on every file system. */
const inLatin = (text: string): string =>
  text
    .replace(/[ßæøłđ]/gi, (letter) => spellings[letter.toLowerCase()]!)
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "");

/** Spellings of letters that are not a Latin one and a mark. */
const spellings: Record<string, string> = { ß: "ss", æ: "ae", ø: "o", ł: "l", đ: "d" };

const trimmed = (text: string): string => text.replace(/^[_.]+|[_.]+$/g, "");
