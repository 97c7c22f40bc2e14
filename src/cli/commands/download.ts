// `bellwether download` fetches a target's file. What has arrived lies beside its place until it is whole, named after the
// version it is of, so that a download that broke off goes on where it stopped if the file is still the same; only then
// does it take its place, so that a reader has the old one or the new one, whole.

import { createWriteStream } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../client.js";
import { command } from "../command.js";
import { connect, connection } from "../connect.js";
import { Misuse } from "../exit.js";
import { find, type ServerRecord } from "../resources/find.js";
import { get } from "../resources/paths.js";
import { typeAt } from "../resources/types.js";
import { createScreen, type Screen } from "../screen.js";

export const download = command({
  usage: "download TARGET [--out FILE]",
  text: "Fetches a target's file as it was last built. Run again after a break, it goes on where it stopped.",
  options: {
    out: { type: "string", value: "FILE", text: "Where it goes; absent: here, by the target's name." },
    ...connection,
  },
  operands: [1, 1],
  async run({ operands: [typed = ""], values }, terminal) {
    const client = connect(values, terminal);
    const screen = createScreen(terminal.err);
    const target = await find(client, typeAt("targets"), typed);
    const out = values.out ?? fileNameOf(target);
    const from = `/targets/${target.id}/download.csv`;
    await downloadFile(client, from, out, { screen, signal: terminal.signal, pauseMs: 1_000 });
    screen.say(`${target.name}: downloaded to ${out}`);
  },
});

/** `Repeat purchase CSV` → `repeat-purchase-csv.csv` */
const fileNameOf = (target: ServerRecord): string => {
  const slug = String(target.name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `${slug || target.id}.csv${get(target, "options.gzip") === true ? ".gz" : ""}`;
};

const attempts = 5;

interface Downloading {
  screen: Screen;
  signal: AbortSignal;
  /** Before it is tried again. */
  pauseMs: number;
}

/** Goes on where it stopped when the connection breaks, a few times. What the service refuses is refused at once. */
export const downloadFile = async (
  client: Client,
  from: string,
  out: string,
  { screen, signal, pauseMs }: Downloading,
): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(client, from, out);
    try {
      await receive(answer, out, screen);
      return await rename(answer.part, out);
    } catch (error) {
      if (signal.aborted || attempt === attempts) throw error;
      await sleep(pauseMs, undefined, { signal });
    }
  }
};

interface Answer {
  response: Response;
  part: string;
  /** Bytes that are there already. */
  start: number;
  /** Of the whole file, where the service says so. */
  total: number | undefined;
}

const ask = async (client: Client, from: string, out: string): Promise<Answer> => {
  const left = await leftover(out);
  const rest = left && { range: `bytes=${left.bytes}-`, "if-range": `"${left.version}"` };
  const response = await client.send("GET", from, { headers: { "accept-encoding": "identity", ...rest } });
  const goesOn = left !== undefined && response.status === 206;
  if (left && !goesOn) await rm(left.part, { force: true });
  const start = goesOn ? left.bytes : 0;
  const length = response.headers.get("content-length");
  return {
    response,
    part: goesOn ? left.part : partOf(out, versionOf(response)),
    start,
    total: length === null ? undefined : start + Number(length),
  };
};

const receive = async (
  { response, part, start, total }: Answer,
  out: string,
  screen: Screen,
): Promise<void> => {
  const name = path.basename(out);
  let bytes = start;
  let broken: unknown;
  // A source that fails would take with it what has arrived and is not written yet.
  const arriving = async function* () {
    try {
      for await (const block of response.body ?? []) {
        bytes += block.length;
        screen.progress(name, total && bytes / total);
        yield block;
      }
    } catch (error) {
      broken = error;
    }
  };
  await pipeline(arriving, createWriteStream(part, { flags: start > 0 ? "a" : "w" }));
  if (broken !== undefined) throw broken;
  if (total !== undefined && bytes !== total) throw new Error(`${bytes} of ${total} bytes arrived.`);
};

const unversioned = "unversioned";

const versionOf = ({ headers }: Response): string =>
  (headers.get("etag") ?? "").replace(/^W\//, "").replace(/[^A-Za-z0-9]/g, "") || unversioned;

const partOf = (out: string, version: string): string => `${out}.${version}.part`;

interface Leftover {
  part: string;
  version: string;
  bytes: number;
}

/** Of an earlier download to the same place. One of an unknown version cannot be gone on with. */
const leftover = async (out: string): Promise<Leftover | undefined> => {
  const { dir, base } = path.parse(path.resolve(out));
  for (const name of await namesIn(dir)) {
    const version = name.startsWith(`${base}.`) && /^(\w+)\.part$/.exec(name.slice(base.length + 1))?.[1];
    if (!version || version === unversioned) continue;
    const part = path.join(dir, name);
    const { size: bytes } = await stat(part);
    if (bytes > 0) return { part, version, bytes };
  }
  return undefined;
};

const namesIn = async (dir: string): Promise<string[]> => {
  try {
    return (await readdir(dir)).toSorted();
  } catch (error) {
    throw new Misuse(`There is no directory ${dir}.`, { cause: error });
  }
};
