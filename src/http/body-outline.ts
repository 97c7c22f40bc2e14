// Outline of a JSON text: how many values and fields it has and how deep they are, from one pass over its
// characters. The limits on bodies apply to it, so that nothing is made of a body that takes too much: a
// parser makes objects of twenty times its bytes.

export interface BodyOutline {
  /** Objects, arrays and what is in them. */
  values: number;
  /** Fields as written: a repeated one counts each time. */
  fields: number;
  depth: number;
}

const [quote, backslash, colon, comma] = ['"', "\\", ":", ","].map((character) => character.charCodeAt(0));
const [openObject, closeObject, openArray, closeArray] = ["{", "}", "[", "]"].map((each) =>
  each.charCodeAt(0),
);

/** Characters of a part, which takes less than a millisecond. */
const part = 100_000;

/** Exact for JSON; for other texts any numbers. Yields after each part of a long text. */
export function* outlineOf(text: string): Generator<undefined, BodyOutline> {
  const outline = { values: 1, fields: 0, depth: 0 };
  let depth = 0;
  for (let i = 0, next = part; i < text.length; i++) {
    if (i >= next) {
      next = i + part;
      yield;
    }
    switch (text.charCodeAt(i)) {
      case quote:
        i = endOfText(text, i);
        break;
      case openObject:
      case openArray:
        outline.values++;
        outline.depth = Math.max(outline.depth, ++depth);
        break;
      case closeObject:
      case closeArray:
        depth--;
        break;
      case colon:
        outline.fields++;
        break;
      case comma:
        outline.values++;
    }
  }
  return outline;
}

/** Index of the closing quote, which is the first with an even number of backslashes before it. */
const endOfText = (text: string, start: number): number => {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
};

const isEscaped = (text: string, index: number): boolean => {
  let backslashes = 0;
  while (text.charCodeAt(index - 1 - backslashes) === backslash) backslashes++;
  return backslashes % 2 === 1;
};
