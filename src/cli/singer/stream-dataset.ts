// Datasets of the streams that a sink fills. Each directory gets a preview, whose proposal says what the records are;
// that of a known stream, such as the orders of Shopify, becomes the dataset. Another waits for its owner, because a
// source has streams that say the same twice, such as orders and their payments.

import type { DatasetProposal } from "../../domain/proposal/proposal.js";
import { datasetNameFor } from "../../words/upload-names.js";
import type { Client } from "../client.js";
import {
  createProposed,
  listReaders,
  type PreviewRecord,
  previewOf,
  type Reader,
} from "../commands/import.js";
import type { Screen } from "../terminal.js";
import { waitFor } from "../waiting.js";
import { rowHashColumn, type SinkStream } from "./record-sink.js";

/** Streams whose proposal becomes a dataset: those that are known, all that leave nothing to ask, or none. */
export const datasetChoices = ["known", "all", "preview"] as const;
export type DatasetChoice = (typeof datasetChoices)[number];

export interface DatasetTools {
  client: Client;
  screen: Screen;
  signal: AbortSignal;
  choice: DatasetChoice;
}

/** All of them together: a sync that is done does not wait for a busy service. */
const longestWaitMs = 120_000;

/** Says for each stream that got rows what became of it. */
export const proposeDatasets = async (streams: readonly SinkStream[], tools: DatasetTools): Promise<void> => {
  const filled = streams.filter(({ files }) => files > 0);
  if (filled.length === 0) return;
  const { client } = tools;
  const all = await listReaders(client);
  const readers = new Map(all.map((dataset) => [dataset.options?.upload_directory, dataset]));
  const previews: [SinkStream, Reader][] = [];
  for (const stream of filled) {
    const { directory } = stream;
    const reader = readers.get(directory);
    if (reader && !reader.preview) tools.screen.say(`${lineOf(stream)}, for the dataset ${reader.name}`);
    else previews.push([stream, reader ?? (await createPreview(client, stream))]);
  }
  const untilMs = performance.now() + longestWaitMs;
  for (const [stream, { id }] of previews) {
    const record = tools.choice === "preview" ? null : await previewed(id, untilMs, tools);
    tools.screen.say(`${lineOf(stream)}, ${await becomeOf(record, stream, tools)}`);
  }
};

/** Null while it is not ready in time. */
const previewed = async (
  id: string,
  untilMs: number,
  { client, screen, signal }: DatasetTools,
): Promise<PreviewRecord | null> => {
  const timeoutMs = Math.max(1, untilMs - performance.now());
  try {
    return await waitFor<PreviewRecord>(client, `/datasets/${id}`, { screen, signal, timeoutMs });
  } catch (error) {
    if (performance.now() < untilMs || signal.aborted) throw error;
    return null;
  }
};

const createPreview = (client: Client, { directory, keys }: SinkStream): Promise<Reader> =>
  client.post<Reader>("/datasets", {
    ...previewOf(datasetNameFor(directory), directory),
    upsert_columns: keys.length > 0 ? keys : [rowHashColumn],
  });

const lineOf = ({ name, rows, directory }: SinkStream): string =>
  `${name}: ${rows.toLocaleString("en-US")} ${rows === 1 ? "record" : "records"} in ${directory}`;

const becomeOf = async (
  record: PreviewRecord | null,
  { directory }: SinkStream,
  { client, screen, signal, choice }: DatasetTools,
): Promise<string> => {
  const next = `bellwether import --directory ${directory}`;
  if (record === null) return `not imported yet: ${next} shows what is proposed, and imports it`;
  const { proposal, id, name } = record;
  if (!proposal || isEmpty(proposal))
    return "which names nobody and no moment; it is kept, and no dataset reads it";
  const known = proposal.recognised ? `recognised as ${proposal.recognised.title}; ` : "";
  if (proposal.questions.length > 0) return `${known}with questions that only you can answer: ${next}`;
  if (choice === "known" && !proposal.recognised)
    return `${known}not imported yet: ${next} shows what is proposed, and imports it`;
  await createProposed(client, id, proposal, undefined, screen, signal);
  return `${known}the dataset ${name} is ready`;
};

const isEmpty = ({ identity_sets, output_to_streams, output_to_traits = {} }: DatasetProposal): boolean =>
  Object.keys({ ...identity_sets, ...output_to_streams, ...output_to_traits }).length === 0;
