// The `bellwether replay` command: makes the files of past dates again, says how they compare with what was
// delivered and what people did, and downloads them.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { UsageError } from "../exit.js";
import { find } from "../resources/find.js";
import { printAnswer } from "../resources/show.js";
import { typeAt } from "../resources/types.js";
import { createScreen } from "../terminal.js";
import { type BuildRecord, waitUntilReady } from "../waiting.js";
import { downloadFile } from "./download.js";

interface ReplayRecord extends BuildRecord {
  by: "arrivals" | "events";
  /** Meaning of the dates, as a sentence. */
  text?: string;
  results?: {
    date: string;
    error?: string;
    missing_datasets: string[];
    files: { target_id: string; target_name: string; headline: string; file_name?: string }[];
    outcomes: { outcome_name: string; headline: string }[];
    people_url?: string;
  }[];
}
type Replayed = NonNullable<ReplayRecord["results"]>[number];

export const replay = command({
  usage: "replay PIPELINE --date DATE… [--by arrivals|events] [--out DIR]",
  text: "Makes the files of a pipeline (scope) again as of past dates, of the uploads that had arrived or of the events that had happened by then, and says what these people have done since.",
  options: {
    date: {
      type: "string",
      multiple: true,
      value: "DATE",
      text: "A day such as 2026-03-01, or a moment such as 2026-03-01T12:00:00Z; can be given several times.",
    },
    by: {
      type: "string",
      value: "MODE",
      text: "arrivals: of the uploads that had arrived. events: as if the date were today, without the events at or after it. Default: arrivals where that is known.",
    },
    out: { type: "string", value: "DIR", text: "Directory for the files; default: they are not downloaded." },
    ...connection,
    ...asJson,
  },
  operands: [1, 1],
  async run({ operands: [typed = ""], values }, terminal) {
    const { date: dates = [], by, out } = values;
    if (dates.length === 0) throw new UsageError("Say which moments to replay, such as --date 2026-03-01.");
    const client = connect(values, terminal);
    const screen = createScreen(terminal.err);
    const scope = await find(client, typeAt("scopes"), typed);
    const { id } = await client.post<ReplayRecord>(`/scopes/${scope.id}/replays`, {
      dates,
      ...(by !== undefined && { by }),
    });
    const at = `/scopes/${scope.id}/replays/${id}`;
    const done = await waitUntilReady<ReplayRecord>(client, at, {
      report: ({ name, progress, progress_text, status }) =>
        screen.progress(
          `${name}: ${progress_text ?? (status === "running" ? "is being made" : "is queued")}`,
          progress,
        ),
      signal: terminal.signal,
    });
    if (values.json) printAnswer(terminal.out, done, true);
    else {
      if (done.text !== undefined) terminal.out.write(`${done.text}\n`);
      for (const result of done.results ?? []) terminal.out.write(`${linesOf(result).join("\n")}\n`);
    }
    if (out === undefined) return;
    await mkdir(out, { recursive: true });
    const asOf = done.by === "events" ? "as of " : "";
    for (const { from, name: plain } of (done.results ?? []).flatMap((result) => downloadsOf(result, at))) {
      const name = `${asOf}${plain}`;
      await downloadFile(client, from, path.join(out, name), {
        screen,
        signal: terminal.signal,
        pauseMs: 1_000,
      });
      screen.say(`${path.join(out, name)}: downloaded`);
    }
  },
});

const linesOf = ({ date, error, missing_datasets: missing, files, outcomes }: Replayed): string[] => [
  date,
  ...(error === undefined ? [] : [`  ${error}`]),
  ...(missing.length > 0 ? [`  No upload of then is stored: ${missing.join(", ")}.`] : []),
  ...files.map(({ target_name, headline }) => `  ${target_name}: ${headline}`),
  ...outcomes.map(({ outcome_name, headline }) => `  ${outcome_name}: ${headline}`),
];

/** The name begins with the moment, without what file systems refuse. */
const downloadsOf = ({ date, files, people_url }: Replayed, at: string): { from: string; name: string }[] => {
  const moment = date.replace(/\.\d+Z$/, "Z").replaceAll(":", "");
  const query = new URLSearchParams({ date });
  const hosted = files.flatMap(({ target_id, target_name, file_name }) =>
    file_name === undefined
      ? []
      : [
          {
            from: `${at}/download.csv?${new URLSearchParams({ date, target_id })}`,
            name: `${moment} ${target_name.replaceAll(/[^\p{L}\p{N}-]+/gu, " ").trim()}${/\.(csv\.gz|parquet)$/.exec(file_name)?.[0] ?? ".csv"}`,
          },
        ],
  );
  return people_url === undefined
    ? hosted
    : [...hosted, { from: `${at}/people.csv?${query}`, name: `${moment} people.csv` }];
};
