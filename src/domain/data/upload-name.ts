// Names of upload directories and files. Allowed names mean the same on every file system and cannot leave
// the directory.

import { refuse } from "../../errors/refusal.js";
import { cureOf, readableEnding } from "./file-format.js";

interface NameRule {
  source: string;
  flags: string;
  words: string;
}

export const directoryRule: NameRule = {
  source: "^[A-Za-z0-9_][-A-Za-z0-9_]*$",
  flags: "",
  words: "Use letters, digits, underscores and hyphens. Do not start with a hyphen.",
};

const filenameRule: NameRule = {
  source: `^[A-Za-z0-9_][-A-Za-z0-9_.]*${readableEnding}`,
  flags: "i",
  words: "Use letters, digits, underscores, hyphens and dots.",
};

const maxLength = 150;

/** Compression formats that the service cannot read. */
const unreadable = /\.(csv|tsv|txt)\.(xz|br|lz4)$/i;

/** Throws `upload-name-invalid` and `upload-compression-unread`. */
export const checkUploadName = ({ directory, filename }: { directory: string; filename: string }): void => {
  if (unreadable.test(filename)) throw refuse("upload-compression-unread", { filename });
  check("Directory", directory, directoryRule);
  const isReadable = new RegExp(readableEnding, "i").test(filename);
  check("File name", filename, isReadable ? filenameRule : { ...filenameRule, words: cureOf(filename) });
};

const check = (part: string, value: string, { source, flags, words }: NameRule): void => {
  if (value.length > maxLength)
    throw refuse("upload-name-invalid", {
      part,
      value: value.slice(0, maxLength),
      rule: `Use at most ${maxLength} characters.`,
    });
  if (!new RegExp(source, flags).test(value))
    throw refuse("upload-name-invalid", { part, value, rule: words });
};
