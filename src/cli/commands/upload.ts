// The `bellwether upload` and `bellwether uploads` commands: files are streamed into an upload directory byte
// for byte, so compressed files stay compressed.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { fileNameFor } from "../../words/upload-names.js";
import type { Client } from "../client.js";
import { type Command, command, type Group } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { confirmDeletion, withoutAsking } from "../deletion.js";
import { UsageError } from "../exit.js";
import { printAnswer, printTable } from "../resources/show.js";
import { createScreen, type Screen } from "../terminal.js";

interface Uploaded {
  subpath: string;
  file_size: number;
}

export const upload = command({
  usage: "upload FILE… --directory DIR",
  text: "Uploads CSV files, also .gz, .bz2 and .zst. Datasets that read the directory are updated. Spaces and other characters that a name cannot have become underscores.",
  options: {
    directory: { type: "string", value: "DIR", text: "Upload directory, as in the options of a dataset." },
    ...connection,
    ...asJson,
  },
  operands: [1, Number.POSITIVE_INFINITY],
  async run({ operands: files, values }, terminal) {
    const { directory, json } = values;
    if (directory === undefined) throw new UsageError("The upload directory is missing: --directory DIR.");
    const sizes = await sizesOf(files);
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

/**
 * Bytes of each file. Checked before anything is sent, so that a typo in one name does not leave half of the
 * files uploaded, and no file replaces another one.
 */
export const sizesOf = (files: readonly string[]): Promise<number[]> => {
  const names = files.map((file) => fileNameFor(path.basename(file)));
  const twice = names.findIndex((name, i) => names.indexOf(name) < i);
  if (twice >= 0)
    throw new UsageError(
      `${files[names.indexOf(names[twice]!)]} and ${files[twice]} would both be stored as ${names[twice]}. Rename one of them.`,
    );
  return Promise.all(files.map(sizeOf));
};

const sizeOf = async (file: string): Promise<number> => {
  try {
    const found = await stat(file);
    if (found.isFile()) return found.size;
  } catch {}
  throw new UsageError(`There is no file ${file}.`);
};

export const uploadFile = async (
  client: Client,
  { file, bytes, directory }: { file: string; bytes: number; directory: string },
  screen: Screen,
): Promise<Uploaded> => {
  const name = path.basename(file);
  const counted = counting(createReadStream(file), (sent) => screen.progress(name, sent / bytes));
  const to = `/uploads/${encodeURIComponent(directory)}/${encodeURIComponent(fileNameFor(name))}`;
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

interface Upload {
  subpath: string;
  file_size: number;
  created_at: string;
}

const list: Command = command({
  usage: "uploads list [--directory DIR] [--json]",
  text: "Lists uploaded files, newest first.",
  options: {
    directory: { type: "string", value: "DIR", text: "Only this upload directory." },
    ...connection,
    ...asJson,
  },
  operands: [0, 0],
  async run({ values }, terminal) {
    const query = values.directory === undefined ? "" : `?directory=${encodeURIComponent(values.directory)}`;
    const files = await connect(values, terminal).get<Upload[]>(`/uploads${query}`);
    if (values.json) return printAnswer(terminal.out, files, true);
    const rows = files.map(({ subpath, file_size, created_at }) => [
      subpath,
      file_size.toLocaleString("en-US"),
      created_at,
    ]);
    printTable(terminal.out, ["file", "bytes", "uploaded"], rows);
  },
});

const remove: Command = command({
  usage: "uploads delete DIR/FILE [--yes]",
  text: "Deletes an uploaded file for good. Datasets that read its directory are rebuilt. At an interactive terminal it asks before.",
  options: { ...withoutAsking, ...connection },
  operands: [1, 1],
  async run({ operands: [typed = ""], values }, terminal) {
    const [directory, file, ...more] = typed.split("/").map(encodeURIComponent);
    if (!directory || !file || more.length > 0) throw new UsageError(`${typed} is not of the form DIR/FILE.`);
    const client = connect(values, terminal);
    const consequence = `This deletes the uploaded file ${typed}, and rebuilds the datasets that read it. To undo it, upload the file again.`;
    await confirmDeletion(consequence, values, terminal);
    await client.delete(`/uploads/${directory}/${file}`);
    terminal.out.write(`${typed} deleted\n`);
  },
});

export const uploads: Group = { text: "Uploaded files.", verbs: { list, delete: remove } };
