// The `bellwether download` command: fetches a target's file, or what changed in it. The bytes go to a
// partial file that is named after the file's version, so that an interrupted download continues if the file
// is still the same. The complete file replaces the old one by a rename: a reader gets the old file or the
// new one, whole.

import { createWriteStream } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../client.js";
import { command } from "../command.js";
import { connect, connection } from "../connect.js";
import { UsageError } from "../exit.js";
import { find, type ServerRecord } from "../resources/find.js";
import { get } from "../resources/paths.js";
import { typeAt } from "../resources/types.js";
import { createScreen, type Screen } from "../terminal.js";

export const download = command({
  usage: "download TARGET [--out FILE] [--since BUILD | --changes]",
  text: "Downloads the newest file of a deployment (target), and says until when it is good. After an interruption, run it again to continue.",
  options: {
    out: {
      type: "string",
      value: "FILE",
      text: "Output file; default: the target's name, in this directory.",
    },
    since: {
      type: "string",
      value: "BUILD",
      text: "Only the rows that were added, changed or removed since this build, or since the file with this SHA-256. The target needs options.track_changes.",
    },
    changes: {
      type: "boolean",
      text: "The same from nothing: every row is added. It says the build to give with --since the next time.",
    },
    ...connection,
  },
  operands: [1, 1],
  async run({ operands: [typed = ""], values }, terminal) {
    const client = connect(values, terminal);
    const screen = createScreen(terminal.err);
    const target = await find(client, typeAt("targets"), typed);
    if (values.changes && values.since !== undefined)
      throw new UsageError("Give --since BUILD or --changes, not both.");
    const isChanges = values.changes || values.since !== undefined;
    const out =
      values.out ??
      (isChanges ? fileNameOf(target, "-changes", "csv") : fileNameOf(target, "", formatOf(target)));
    const downloading = { screen, signal: terminal.signal, pauseMs: 1_000 };
    if (isChanges) {
      const since = values.since === undefined ? "" : `?since=${encodeURIComponent(values.since)}`;
      const { headers } = await downloadFile(
        client,
        `/targets/${target.id}/changes.csv${since}`,
        out,
        downloading,
      );
      screen.say(`${target.name}: changes downloaded to ${out}`);
      screen.say(`Next time: --since ${headers.get("bellwether-build")}`);
      return;
    }
    await downloadFile(client, `/targets/${target.id}/download.${formatOf(target)}`, out, downloading);
    screen.say(`${target.name}: downloaded to ${out}`);
    const { text } = await client.get<{ text?: string }>(`/targets/${target.id}/manifest`);
    if (text) screen.say(text);
  },
});

const formatOf = (target: ServerRecord): string => String(get(target, "options.format") ?? "csv");

/** `Repeat purchase CSV` → `repeat-purchase-csv.csv` */
const fileNameOf = (target: ServerRecord, ending: string, format: string): string => {
  const slug = String(target.name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `${slug || target.id}${ending}.${format}${get(target, "options.gzip") === true ? ".gz" : ""}`;
};

const attempts = 5;

interface Downloading {
  screen: Screen;
  signal: AbortSignal;
  /** Pause between attempts. */
  pauseMs: number;
}

/**
 * Continues after a broken connection, a few times. An error status is not tried again. Returns the last
 * answer, whose body is read.
 */
export const downloadFile = async (
  client: Client,
  from: string,
  out: string,
  { screen, signal, pauseMs }: Downloading,
): Promise<Response> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(client, from, out);
    try {
      await receive(answer, out, screen);
      await rename(answer.part, out);
      return answer.response;
    } catch (error) {
      if (signal.aborted || attempt === attempts) throw error;
      await sleep(pauseMs, undefined, { signal });
    }
  }
};

interface Answer {
  response: Response;
  part: string;
  /** Bytes that have already arrived. */
  start: number;
  /** Size of the whole file, if the service reports it. */
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
  // A failing source would discard the blocks that have arrived and are not written yet.
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

/** The partial file of an earlier download. One of an unknown version cannot be continued. */
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
    throw new UsageError(`There is no directory ${dir}.`, { cause: error });
  }
};
