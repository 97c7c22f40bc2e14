// Words of a server about a fault, for records, e-mails and the log. Paths of its machine, such as
// `"/var/lib/postgresql/data"`, and values of rows, which may be a person's, are blanked.

const absolutePaths = /(?<=^|[\s"'(])\/[^\s"'()/]+\/[^\s"'()]*/g;

/** Quotes after one of these words hold a value, and not a name: `Duplicate entry 'ada@example.com' for key`. */
const quotedValues = /\b((?:value|entry|string|parse|range|syntax for (?:type )?[\w ]+)\b:?\s*)(["'`]).*\2/gi;

/** `Key (email)=(ada@example.com) already exists.` */
const keyValues = /=\([^)]*\)/g;

export const wordsOf = ({ message, code }: Error & { code?: string }): string =>
  message
    .split("\n")
    .map((line) => line.replace(quotedValues, "$1…").replace(keyValues, "=(…)"))
    .join("\n")
    .replaceAll(absolutePaths, "…") ||
  code ||
  "no reason given";
