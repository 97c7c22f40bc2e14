// CSV reader: one record at a time, with quoted fields, in the memory of one block.

import { createReadStream } from "node:fs";

const byteOrderMark = "\ufeff";

/** Column name → text, for each row under the header. */
export async function* readCsv(file: string): AsyncGenerator<Record<string, string>> {
  let header: string[] | undefined;
  for await (const fields of readCsvBlocks(createReadStream(file, "utf8") as AsyncIterable<string>)) {
    if (!header) header = fields;
    else yield Object.fromEntries(header.map((name, i) => [name, fields[i] ?? ""]));
  }
}

/** All rows of a text, the header first, without its byte-order mark. */
export async function* readCsvBlocks(blocks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let isFirst = true;
  for await (const fields of readRows(blocks)) {
    yield isFirst ? fields.with(0, fields[0]!.replace(byteOrderMark, "")) : fields;
    isFirst = false;
  }
}

// Inside quotes, a doubled quote is one quote: it ends the quoted part and starts it again, so the first of
// the two can only be interpreted when the second arrives.
async function* readRows(blocks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let fields: string[] = [];
  let field = "";
  let isQuoted = false;
  let before = "";
  for await (const block of blocks)
    for (const character of block) {
      if (character === '"') {
        if (!isQuoted && before === '"') field += '"';
        isQuoted = !isQuoted;
      } else if (isQuoted) field += character;
      else if (character === "," || character === "\n") {
        fields.push(field);
        field = "";
        if (character === "\n") {
          yield fields;
          fields = [];
        }
      } else if (character !== "\r") field += character;
      before = character;
    }
  if (field !== "" || fields.length > 0) yield [...fields, field];
}
