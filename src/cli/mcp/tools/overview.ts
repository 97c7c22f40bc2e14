// Tools for finding one's way: what the account has, lists of one kind, and waiting for a build.

import { Type } from "@sinclair/typebox";
import { closed, described, oneOf, optional } from "../../../domain/resource/schema.js";
import type { Client } from "../../client.js";
import { find, listRecords, type ServerRecord } from "../../resources/find.js";
import { get } from "../../resources/paths.js";
import { statusOf } from "../../resources/show.js";
import { displayName, type Type as ResourceType, typeAt, types } from "../../resources/types.js";
import { activityOf, type BuildRecord, waitFor } from "../../waiting.js";
import { inYaml, passedOn, tool } from "../tool.js";

const built = types.filter(({ builds }) => builds !== false);
const kind = oneOf(
  built.map(({ path }) => path),
  "Kind of resource.",
);
export const nameOrId = (what: string) =>
  Type.String({ minLength: 1, maxLength: 200, description: `Name or ID of ${what}.` });

/** A record in the fields that its kind's table at the command line has. */
const inShort = (type: ResourceType, record: ServerRecord) => ({
  name: displayName(type, record),
  id: record.id,
  status: statusOf(record),
  ...Object.fromEntries(
    Object.entries(type.columns)
      .map(([heading, field]) => [heading, get(record, field)] as const)
      .filter(([, value]) => value !== undefined && value !== null),
  ),
});

const newest = 8;

const shortRecord = Type.Object({ name: Type.String(), id: Type.String(), status: Type.String() });

export const overview = tool({
  name: "overview",
  title: "What the account has",
  text: "Counts and newest resources of each kind, failed builds with advice, and the next step. Call it first.",
  input: closed({}),
  output: Type.Object(
    { account: Type.String(), next_step: Type.String(), failed: optional(Type.Array(passedOn())) },
    { additionalProperties: passedOn("Count and newest resources of a kind.") },
  ),
  effect: "reads",
  async run(_args, { client }) {
    const account = await client.get<{ name: string }>("/accounts/current");
    const byKind = await Promise.all(
      built.map(async (type) => ({ type, records: await listRecords(client, type) })),
    );
    const failed = byKind.flatMap(({ type, records }) =>
      records
        .filter(({ status }) => status === "error")
        .map((record) => ({ kind: type.path, name: displayName(type, record), advice: record.status_error })),
    );
    return {
      account: account.name,
      ...Object.fromEntries(
        byKind
          .filter(({ records }) => records.length > 0)
          .map(({ type, records }) => [
            type.path,
            {
              count: records.length,
              newest: records.slice(0, newest).map((record) => inShort(type, record)),
            },
          ]),
      ),
      ...(failed.length > 0 && { failed: failed.slice(0, newest) }),
      next_step: nextStep(Object.fromEntries(byKind.map(({ type, records }) => [type.path, records]))),
    };
  },
});

const nextStep = (records: Record<string, readonly ServerRecord[]>): string => {
  const datasets = records.datasets ?? [];
  if (datasets.length === 0) return "Upload a file of orders and propose its mapping: profile_file.";
  if (datasets.every(({ preview }) => preview === true))
    return "Create a dataset from a previewed file: create_dataset.";
  if ((records.outcomes ?? []).length === 0)
    return "See which predictions the data allow: suggest_predictions.";
  return "Read how good a prediction is (read_verdict), then what its likeliest people are worth (read_reach, get_list).";
};

export const listResources = tool({
  name: "list_resources",
  title: "List resources of one kind",
  text: "Names, ids and statuses of datasets, streams, cohorts, outcomes (predictions), scopes (pipelines), targets (deployments) and other kinds, newest first.",
  input: closed({
    kind,
    search: optional(Type.String({ maxLength: 200, description: "Only names with this text, in any case." })),
    limit: optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "At most so many." })),
  }),
  output: Type.Object({ count: Type.Integer(), resources: Type.Array(shortRecord) }),
  effect: "reads",
  async run({ kind: path, search = "", limit = 20 }, { client }) {
    const type = typeAt(path);
    const found = (await listRecords(client, type)).filter((record) =>
      displayName(type, record).toLowerCase().includes(search.toLowerCase()),
    );
    return { count: found.length, resources: found.slice(0, limit).map((each) => inShort(type, each)) };
  },
});

const defaultSeconds = 45;

export const wait = tool({
  name: "wait",
  title: "Wait for a build",
  text: "Waits until a resource is built, at most timeout_seconds. Builds take seconds to minutes; call it again if it says that the build goes on. Fails with advice if the build fails.",
  input: closed({
    kind,
    name: nameOrId("the resource"),
    timeout_seconds: optional(
      Type.Integer({ minimum: 1, maximum: 300, default: defaultSeconds, description: "How long to wait." }),
    ),
  }),
  output: Type.Object({
    is_ready: Type.Boolean(),
    resource: optional(shortRecord),
    doing: optional(described("What the build does, where it goes on.", Type.String())),
  }),
  effect: "reads",
  say: ({ is_ready, resource, doing }) =>
    is_ready ? inYaml(resource) : `Not ready yet. ${doing?.replace(/\.$/, "")}. Call wait again.`,
  async run({ kind: path, name, timeout_seconds: seconds = defaultSeconds }, { client, signal, progress }) {
    const type = typeAt(path);
    const { id } = await find(client, type, name);
    const timeout = AbortSignal.timeout(seconds * 1000);
    const screen = { say: () => {}, progress };
    try {
      const record = await waitFor<ServerRecord & BuildRecord>(client, `/${path}/${id}`, {
        screen,
        signal: AbortSignal.any([signal, timeout]),
      });
      return { is_ready: true, resource: inShort(type, record) };
    } catch (error) {
      if (!timeout.aborted) throw error;
      return { is_ready: false, doing: activityOf(await recordAt(client, path, id)) };
    }
  },
});

const recordAt = (client: Client, path: string, id: string): Promise<BuildRecord> =>
  client.get<BuildRecord>(`/${path}/${id}`);
