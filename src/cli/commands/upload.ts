// `bellwether upload` streams files into an upload directory, byte for byte: what is compressed stays compressed.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { Client } from "../client.js";
import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { Misuse } from "../exit.js";
import { printAnswer } from "../resources/show.js";
import { createScreen, type Screen } from "../screen.js";

interface Uploaded {
  subpath: string;
  file_size: number;
}

export const upload = command({
  usage: "upload FILE… --directory DIR",
  text: "Uploads CSV files, also those that end in .gz, .bz2 or .zst. Datasets that read the directory follow by themselves.",
  options: {
    directory: { type: "string", value: "DIR", text: "The upload directory, as in a dataset's options." },
    ...connection,
    ...asJson,
  },
  operands: [1, Number.POSITIVE_INFINITY],
  async run({ operands: files, values }, terminal) {
    const { directory, json } = values;
    if (directory === undefined) throw new Misuse("Say where it goes: --directory DIR.");
    const sizes = await Promise.all(files.map(sizeOf));
    const client = connect(values, terminal);
    const screen = createScreen(terminal.err);
    const uploaded: Uploaded[] = [];
    for (const [i, file] of files.entries()) {
      uploaded.push(await uploadFile(client, { file, bytes: sizes[i]!, directory }, screen));
      if (!json) screen.say(`${file}: uploaded to ${uploaded.at(-1)!.subpath}`);
    }
    if (json) printAnswer(terminal.out, uploaded, true);
  },
});

/** Before anything is sent, so that a slip in one name does not leave half of the files uploaded. */
const sizeOf = async (file: string): Promise<number> => {
  try {
    const found = await stat(file);
    if (found.isFile()) return found.size;
  } catch {}
  throw new Misuse(`There is no file ${file}.`);
};

const uploadFile = async (
  client: Client,
  { file, bytes, directory }: { file: string; bytes: number; directory: string },
  screen: Screen,
): Promise<Uploaded> => {
  const name = path.basename(file);
  const counted = counting(createReadStream(file), (sent) => screen.progress(name, sent / bytes));
  const to = `/uploads/${encodeURIComponent(directory)}/${encodeURIComponent(name)}`;
  const answer = await client.send("POST", to, {
    headers: { "content-type": "application/octet-stream" },
    body: Readable.toWeb(Readable.from(counted, { objectMode: false })) as ReadableStream,
  });
  return answer.json() as Promise<Uploaded>;
};

async function* counting(blocks: AsyncIterable<Buffer>, report: (bytes: number) => void) {
  let bytes = 0;
  for await (const block of blocks) {
    yield block;
    bytes += block.length;
    report(bytes);
  }
}
