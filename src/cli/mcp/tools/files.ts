// Tools for files: upload and profile one, create the dataset that it is proposed to be, and describe a dataset.

import { lstat, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import type { EventCounts } from "../../../domain/data/dataset-findings.js";
import { type ExpectedFigures, expectedFigures } from "../../../domain/data/expected.js";
import { closed, optional, described as withText } from "../../../domain/resource/schema.js";
import { datasetNameFor, directoryFor, fileNameFor, problemOfFile } from "../../../words/upload-names.js";
import type { Client } from "../../client.js";
import { described, type PreviewRecord, previewOf, proposedMapping } from "../../commands/import.js";
import { uploadFile } from "../../commands/upload.js";
import { UsageError } from "../../exit.js";
import { find } from "../../resources/find.js";
import { typeAt } from "../../resources/types.js";
import { waitFor } from "../../waiting.js";
import { inYaml, passedOn, type ToolContext, texts, tool } from "../tool.js";
import { nameOrId } from "./overview.js";

const screenOf = ({ progress }: ToolContext) => ({ say: () => {}, progress });

const profileInput = {
  name: optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Name of the dataset; default: that of the file.",
    }),
  ),
  directory: optional(
    Type.String({ maxLength: 150, description: "New upload directory; default: made from the name." }),
  ),
  expected: optional(
    withText(
      "What the user knows of their own shop. Where the proposal counts something else, readings of the file that give it are found.",
      expectedFigures,
    ),
  ),
};
const nextAfterProfile =
  "\nShow this to the user. Then create_dataset takes the proposal, with changes for answers that differ from the proposed ones (*).";

const profile = Type.Object({
  preview: Type.String(),
  id: Type.String(),
  proposal: withText("What the columns are taken for, what they count, and open questions, in lines.", texts),
  questions: withText("What only the user can answer.", texts),
});
const sayProfile = ({ preview, id, proposal }: Static<typeof profile>): string =>
  [...proposal, "", `Preview: ${preview} (${id}).${nextAfterProfile}`].join("\n");

export const profileFile = tool({
  name: "profile_file",
  title: "Upload and profile a file",
  text: "Uploads a CSV, Excel or ZIP file of the folder that the user shares and proposes what its columns mean: identities, events, traits, with counts and questions. No dataset is built yet.",
  input: closed({
    path: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: "Path of the file below the shared folder.",
    }),
    ...profileInput,
  }),
  output: profile,
  say: sayProfile,
  effect: "adds",
  needsFiles: true,
  isUpload: true,
  async run({ path: typed, name, directory, expected }, context) {
    const file = await sharedFile(context.files!, typed);
    const { size } = await stat(file);
    const base = path.basename(file);
    const problem = problemOfFile({ name: base, size });
    if (problem !== undefined) throw new UsageError(problem);
    const to = directory ?? directoryFor(name ?? base, []);
    await uploadFile(context.client, { file, bytes: size, directory: to }, screenOf(context));
    return profiled(name ?? datasetNameFor(base), to, expected, context);
  },
});

const mostContent = 1_000_000;

export const profileContent = tool({
  name: "profile_content",
  title: "Upload and profile the text of a small file",
  text: "Like profile_file, for a small CSV file whose text is in the conversation. Larger files are uploaded by the user, in the console or with bellwether upload.",
  input: closed({
    content: Type.String({
      minLength: 1,
      maxLength: mostContent,
      description: "The CSV file, with its header.",
    }),
    filename: Type.String({ minLength: 1, maxLength: 150, description: "Such as orders.csv." }),
    ...profileInput,
  }),
  output: profile,
  say: sayProfile,
  effect: "adds",
  isUpload: true,
  async run({ content, filename, name, directory, expected }, context) {
    const problem = problemOfFile({ name: filename, size: content.length });
    if (problem !== undefined) throw new UsageError(problem);
    const to = directory ?? directoryFor(name ?? filename, []);
    const at = `/uploads/${encodeURIComponent(to)}/${encodeURIComponent(fileNameFor(filename))}`;
    const headers = { "content-type": "application/octet-stream" };
    await context.client.send("POST", at, { headers, body: content });
    return profiled(name ?? datasetNameFor(filename), to, expected, context);
  },
});

const profiled = async (
  name: string,
  directory: string,
  expected: ExpectedFigures | undefined,
  context: ToolContext,
): Promise<Static<typeof profile>> => {
  const { client, signal } = context;
  const { id } = await client.post<{ id: string }>("/datasets", previewOf(name, directory, expected));
  const record = await waitFor<PreviewRecord>(client, `/datasets/${id}`, {
    screen: screenOf(context),
    signal,
  });
  return { preview: name, id, proposal: described(record), questions: questionsOf(record) };
};

const questionsOf = ({ proposal }: PreviewRecord): string[] =>
  (proposal?.questions ?? []).map(({ question }) => question);

/** The absolute path of a file below the shared folder. Links that lead out of it count as outside. */
export const sharedFile = async (folder: string, typed: string): Promise<string> => {
  const root = await realpath(folder);
  const file = await realpath(path.resolve(root, typed)).catch(() => undefined);
  if (file === undefined || !file.startsWith(root + path.sep))
    throw new UsageError(
      `There is no file ${typed} in the shared folder. Ask the user to put the file there, or to start the server with --files and its folder.`,
    );
  if (!(await lstat(file)).isFile()) throw new UsageError(`${typed} is not a file.`);
  return file;
};

const brief = {
  dataset: Type.String(),
  id: Type.String(),
  status: Type.String(),
  rows: optional(Type.Integer()),
  people: optional(Type.Integer()),
  events: optional(passedOn("Counts by stream.")),
  warnings: optional(Type.Array(passedOn())),
};

const correction = optional(Type.Unsafe<Record<string, unknown>>({ type: "object" }));

export const createDataset = tool({
  name: "create_dataset",
  title: "Create a dataset from its preview",
  text: "Creates the dataset of a previewed file as proposed, and builds it. Where the proposal asks questions, ask the user first, or set take_proposed_answers.",
  input: closed({
    preview: nameOrId("the previewed dataset, from profile_file"),
    take_proposed_answers: optional(
      Type.Boolean({
        default: false,
        description: "The user agrees with the proposed answers to all questions.",
      }),
    ),
    changes: optional(
      withText(
        "Corrections as a JSON merge patch of the dataset. Of a choice or a reading, its sets.",
        closed({
          upsert_columns: optional(Type.Null()),
          identity_sets: correction,
          output_to_streams: correction,
          output_to_traits: correction,
          options: correction,
        }),
      ),
    ),
  }),
  output: Type.Object({ ...brief, next_step: Type.String() }),
  effect: "adds",
  async run({ preview, take_proposed_answers: agreed = false, changes }, context) {
    const { client, signal } = context;
    const { id } = await find(client, typeAt("datasets"), preview);
    const record = await client.get<PreviewRecord & { preview?: boolean }>(`/datasets/${id}`);
    const { proposal } = record;
    if (record.preview !== true) throw new UsageError(`${record.name} is not a preview: it exists already.`);
    if (!proposal) throw new UsageError(`${record.name} has no proposal yet. Call wait, then try again.`);
    if (proposal.questions.length > 0 && !agreed && changes === undefined)
      throw new UsageError(
        `The file leaves questions open. Ask the user, then set take_proposed_answers, or changes:\n${described(record).join("\n")}`,
      );
    if (changes) await client.patch(`/datasets/${id}`, { ...proposedMapping(proposal), preview: true });
    await client.patch(`/datasets/${id}`, { ...(changes ?? proposedMapping(proposal)), preview: false });
    const waiting = { screen: screenOf(context), signal };
    const dataset = await waitFor<PreviewRecord & DatasetRecord>(client, `/datasets/${id}`, waiting);
    return {
      ...inBrief(dataset),
      next_step: "wait for its streams (kind streams), then suggest_predictions",
    };
  },
});

interface DatasetRecord {
  id: string;
  name: string;
  status: string;
  preview?: boolean;
  row_count?: number;
  identified_count?: number;
  event_counts?: Record<string, EventCounts>;
  warnings?: { title?: string; note: string }[];
  detected_columns?: { name: string; data_type: string; fill_rate?: number }[];
  sample?: object[];
}

const inBrief = ({
  id,
  name,
  status,
  row_count,
  identified_count,
  event_counts,
  warnings,
}: DatasetRecord) => ({
  dataset: name,
  id,
  status,
  rows: row_count,
  people: identified_count,
  events: event_counts && withoutMonths(event_counts),
  ...(warnings && warnings.length > 0 && { warnings }),
});

const withoutMonths = (counts: Record<string, EventCounts>) =>
  Object.fromEntries(Object.entries(counts).map(([name, { months: _, ...others }]) => [name, others]));

const sampleRows = 3;

export const describeDataset = tool({
  name: "describe_dataset",
  title: "Describe a dataset",
  text: "Rows, people, events, warnings and columns of a dataset; of a preview, the proposed mapping and its questions. Values of rows are people's data: they are given only with with_sample_rows.",
  input: closed({
    dataset: nameOrId("the dataset"),
    with_sample_rows: optional(
      Type.Boolean({
        default: false,
        description: `Also ${sampleRows} rows of the file, with names and addresses. Ask the user first.`,
      }),
    ),
  }),
  output: Type.Object({
    ...brief,
    last_build: optional(passedOn()),
    columns: optional(Type.Array(passedOn())),
    sample: optional(Type.Array(passedOn())),
    proposal: optional(texts),
    questions: optional(texts),
  }),
  effect: "reads",
  say: ({ proposal, questions: _, ...about }) =>
    proposal === undefined ? inYaml(about) : `${proposal.join("\n")}\n\n${inYaml(about)}`,
  async run({ dataset, with_sample_rows: withRows = false }, { client }) {
    const { id } = await find(client, typeAt("datasets"), dataset);
    const record = await client.get<DatasetRecord & PreviewRecord>(`/datasets/${id}`);
    const rejected = record.preview === true ? undefined : await rejectedRows(client, id);
    return {
      ...inBrief(record),
      ...(rejected !== undefined && { last_build: rejected }),
      columns: record.detected_columns?.map(({ name, data_type, fill_rate }) => ({
        name,
        data_type,
        fill_rate,
      })),
      ...(withRows && { sample: record.sample?.slice(0, sampleRows) }),
      ...(record.preview === true && { proposal: described(record), questions: questionsOf(record) }),
    };
  },
});

/** Counts of the last build's rows, without the rows themselves. */
const rejectedRows = async (client: Client, id: string): Promise<object | undefined> => {
  const [last] = await client.get<Record<string, unknown>[]>(`/datasets/${id}/logs/ingress`);
  if (last === undefined) return undefined;
  return Object.fromEntries(Object.entries(last).filter(([, value]) => typeof value === "number"));
};
