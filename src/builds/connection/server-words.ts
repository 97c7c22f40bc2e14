// The words of a server on a fault, without the paths of its machine, such as `"/var/lib/postgresql/data"`, and without the values of a row,
// which may be a person's: the words are in records, e-mails and the log.

const absolutePaths = /(?<=^|[\s"'(])\/[^\s"'()/]+\/[^\s"'()]*/g;

/** What is quoted after these words is a value, and no name: `Duplicate entry 'ada@example.com' for key`. */
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
