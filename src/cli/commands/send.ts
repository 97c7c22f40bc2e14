// The `bellwether send` command: events of files, or of standard input as they come, are sent to a stream. What has
// no answer is sent again, and counts once.

import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { isObject } from "../../domain/resource/json.js";
import { type Client, RequestRefused } from "../client.js";
import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { UsageError } from "../exit.js";
import { insistently } from "../insistent.js";
import { printAnswer } from "../resources/show.js";
import { createScreen } from "../terminal.js";

interface Answer {
  taken: number;
  repeated: number;
  refused: number;
  refusals: { line: number; field: string; note: string }[];
}

const linesAtOnce = 500;
const longestWaitMs = 200;

export const send = command({
  usage: "send [FILE…] --stream STREAM",
  text: "Sends events to a stream: JSON Lines of files, or of standard input as they come (tail -f events.ndjson | bellwether send --stream visit). Lines that are refused are printed with what to change; the others count. An event is sent again until it is answered, and counts once.",
  options: {
    stream: { type: "string", value: "STREAM", text: "Stream of the events. The first event makes it." },
    "dry-run": {
      type: "boolean",
      text: "Only reads and checks the events: they count nowhere.",
    },
    ...connection,
    ...asJson,
  },
  operands: [0, Number.POSITIVE_INFINITY],
  async run({ operands: files, values }, terminal) {
    const { stream, json, "dry-run": isTrial = false } = values;
    if (stream === undefined) throw new UsageError("The stream is missing: --stream STREAM.");
    const client = connect(values, terminal);
    const screen = createScreen(terminal.err);
    const sum = { taken: 0, repeated: 0, refused: 0 };
    for (const file of files.length > 0 ? files : ["-"]) {
      const input = file === "-" ? process.stdin : createReadStream(file);
      for await (const { lines, first } of batches(input, file)) {
        const answer = await sendInsistently(client, pathOf(stream, isTrial), lines);
        sum.taken += answer.taken;
        sum.repeated += answer.repeated;
        sum.refused += answer.refused;
        for (const { line, field, note } of answer.refusals)
          screen.say(
            `${file === "-" ? "line" : `${file}, line`} ${first + line - 1}: ${field ? `${field}: ` : ""}${note}`,
          );
      }
    }
    if (json) printAnswer(terminal.out, sum, true);
    else
      terminal.out.write(
        `${sum.taken} ${isTrial ? "would be taken" : "taken"}, ${sum.repeated} repeated, ${sum.refused} refused\n`,
      );
    if (sum.refused > 0)
      throw new Error(`${sum.refused} events were refused. Correct these lines, and send them again.`);
  },
});

interface Batch {
  lines: string[];
  /** The line of the file that the first is on. */
  first: number;
}

/** Lines as they come: some hundred at a time, or what has come in a fifth of a second. */
async function* batches(input: NodeJS.ReadableStream, file: string): AsyncGenerator<Batch> {
  const reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  let next = nextOf(reader, file);
  let first = 1;
  let lines: string[] = [];
  for (;;) {
    const found = await (lines.length === 0
      ? next
      : Promise.race([next, sleep(longestWaitMs, "late" as const)]));
    if (found !== "late" && !found.done) {
      lines.push(found.value);
      next = nextOf(reader, file);
      if (lines.length < linesAtOnce) continue;
    }
    if (lines.length > 0) yield { lines: lines.map(withId), first };
    first += lines.length;
    lines = [];
    if (found !== "late" && found.done) return;
  }
}

const nextOf = (reader: AsyncIterator<string>, file: string): Promise<IteratorResult<string>> => {
  const next = reader.next();
  next.catch(() => {});
  return next.catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") throw new UsageError(`There is no file ${file}.`);
    throw cause;
  });
};

/** An event without an id and a date would be another one each time it is sent. */
const withId = (line: string): string => {
  try {
    const event: unknown = JSON.parse(line);
    if (!isObject(event) || event.event_id !== undefined || event.datetime !== undefined) return line;
    return JSON.stringify({ ...event, event_id: randomUUID(), datetime: new Date().toISOString() });
  } catch {
    return line;
  }
};

const pathOf = (stream: string, isTrial: boolean): string =>
  `/streams/${encodeURIComponent(stream)}/events${isTrial ? "?dry_run=true" : ""}`;

const sendInsistently = (client: Client, path: string, lines: readonly string[]): Promise<Answer> =>
  insistently(async () => {
    try {
      const answer = await client.send("POST", path, {
        headers: { "content-type": "application/x-ndjson" },
        body: lines.join("\n"),
      });
      return (await answer.json()) as Answer;
    } catch (error) {
      const refused = allRefused(error, lines.length);
      if (refused) return refused;
      throw error;
    }
  });

/** Where no line of a request can be taken, each is an error of the answer. */
const allRefused = (error: unknown, count: number): Answer | null => {
  if (!(error instanceof RequestRefused) || error.status !== 400) return null;
  const faults = error.problem.validationErrors ?? [];
  if (faults.length === 0) return null;
  const refusals = faults.map(({ path, message }) => {
    const [line, ...field] = path.split(".");
    return { line: Number(line), field: field.join("."), note: message };
  });
  return { taken: 0, repeated: 0, refused: count, refusals };
};
