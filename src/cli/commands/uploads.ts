// `bellwether uploads`: the files that are there.

import { type Command, command, type Group } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { Misuse } from "../exit.js";
import { printAnswer, printTable } from "../resources/show.js";

interface Upload {
  subpath: string;
  file_size: number;
  created_at: string;
}

const list: Command = command({
  usage: "uploads list [--directory DIR] [--json]",
  text: "Lists uploaded files, newest first.",
  options: {
    directory: { type: "string", value: "DIR", text: "Only this directory's." },
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
  usage: "uploads delete DIR/FILE",
  text: "Deletes an uploaded file. Datasets that read its directory are built again.",
  options: connection,
  operands: [1, 1],
  async run({ operands: [typed = ""], values }, terminal) {
    const [directory, file, ...more] = typed.split("/").map(encodeURIComponent);
    if (!directory || !file || more.length > 0) throw new Misuse(`${typed} is not of the form DIR/FILE.`);
    await connect(values, terminal).delete(`/uploads/${directory}/${file}`);
    terminal.out.write(`${typed} deleted\n`);
  },
});

export const uploads: Group = { text: "The files that were uploaded.", verbs: { list, delete: remove } };
