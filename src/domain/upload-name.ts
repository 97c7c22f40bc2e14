// What directories and files may be called: names that mean the same on every file system and never lead out of theirs.

import { refuse } from "../errors/refusal.js";

interface NameRule {
  source: string;
  flags: string;
  words: string;
}

export const directoryRule: NameRule = {
  source: "^[A-Za-z0-9_][-A-Za-z0-9_]*$",
  flags: "",
  words: "Use letters, digits, underscores and hyphens, not beginning with a hyphen.",
};

const filenameRule: NameRule = {
  source: "^[A-Za-z0-9_][-A-Za-z0-9_.]*\\.(csv|txt)(\\.(gz|bz2|zst))?$",
  flags: "i",
  words:
    "Use letters, digits, underscores, hyphens and dots, ending in .csv or .txt, with .gz, .bz2 or .zst if it is compressed.",
};

const longest = 150;

/** Formats that are known, and that nothing here can unpack. */
const unread = /\.(csv|txt)\.(xz|zip|br|lz4)$/i;

/** Throws `upload-name-invalid` and `upload-compression-unread`. */
export const checkUploadName = ({ directory, filename }: { directory: string; filename: string }): void => {
  if (unread.test(filename)) throw refuse("upload-compression-unread", { filename });
  check("Directory", directory, directoryRule);
  check("File name", filename, filenameRule);
};

const check = (part: string, value: string, { source, flags, words }: NameRule): void => {
  if (value.length > longest)
    throw refuse("upload-name-invalid", {
      part,
      value: value.slice(0, longest),
      rule: `${longest} characters at most.`,
    });
  if (!new RegExp(source, flags).test(value))
    throw refuse("upload-name-invalid", { part, value, rule: words });
};
