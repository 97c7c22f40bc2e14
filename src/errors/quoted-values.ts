// Values of a file that the text of an error quotes, such as `for example 1.2.26`. The owner of the file needs them to
// find the fault, and whoever may not see its people must not get them. Errors are stored as texts, alone or within
// others, so the quotation is found by the message of the catalogue.

import { catalogue } from "./catalogue.js";

/** Parameters that quote the data. */
const quoting: readonly string[] = ["example", "examples"];

interface Quotation {
  /** Literal parts of the message up to the quotation, in order. */
  before: string[];
  /** The literal part that follows it. */
  after: string;
}

/** The text with `mask` in place of what it quotes, from the first beginning to the last end of a quotation. */
export const withoutQuotedValues = (text: string, mask: string): string =>
  quotations.reduce((shown, quotation) => masked(shown, quotation, mask), text);

const masked = (text: string, { before, after }: Quotation, mask: string): string => {
  let from = 0;
  for (const part of before) {
    const at = text.indexOf(part, from);
    if (at < 0) return text;
    from = at + part.length;
  }
  const end = text.lastIndexOf(after);
  // A long text is cut off, perhaps within the quotation.
  return `${text.slice(0, from)}${mask}${end < from ? "" : text.slice(end)}`;
};

/** Parameters beside a quotation belong to it. */
const quotationIn = (message: string): Quotation[] => {
  const parts = message.split(/((?:\{\w+\})+)/);
  const at = parts.findIndex((part) => quoting.some((name) => part.includes(`{${name}}`)));
  if (at < 0) return [];
  return [{ before: parts.slice(0, at).filter((_, i) => i % 2 === 0), after: parts[at + 1]! }];
};

const quotations = Object.values(catalogue).flatMap(({ message }) => quotationIn(message));
