// Steps that a cluster can do, each once by DuckDB alone and once with the cluster, and the walk through the
// events that either has sorted.

import { randomUUID } from "node:crypto";
import path from "node:path";
import { featureRelations } from "../../src/builds/kind/relations.js";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import type { CohortConfig } from "../../src/domain/cohort/cohort.js";
import { planFeatures } from "../../src/domain/outcome/features/plan.js";
import { type Cluster, openCluster } from "../../src/warehouse/cluster/cluster.js";
import { populationFrames } from "../../src/warehouse/frame.js";
import { peopleFiles, relation } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { ingestSteps } from "../orders/steps.js";
import { dirOf, type Run, resultOf, type Steps } from "../program/step-process.js";

/** Needs a walk through all events: no summary knows the channel of an order. */
const cohort = {
  stream_name: "transaction",
  stream_conditions: [{ property: "channel", _eq: "web" }],
  min_value: 50,
  recency: { occurrence: "last", max_days: 180 },
} as CohortConfig;

const accountOf = async (run: Run, stream: string): Promise<AccountSnapshot> => {
  const people = await resultOf(run, "people");
  const result = await resultOf(run, stream);
  return {
    dataThrough: people.data_through,
    peopleDir: dirOf(run, "people"),
    people,
    streams: [{ name: "transaction", dir: dirOf(run, stream), result }],
    places: [],
  };
};

type Tools = Parameters<Steps[string]>[1] & { cluster?: Cluster };

const withCluster = async <T>(
  { dir, spark }: Run,
  tools: Tools,
  work: (tools: Tools) => Promise<T>,
): Promise<T> => {
  const options = {
    url: spark!,
    session: randomUUID(),
    exchangeDir: path.join(dir, "exchange"),
    fromEvents: 0,
  };
  const cluster = openCluster(options, tools.engine);
  try {
    return await work({ ...tools, cluster });
  } finally {
    await cluster.close();
  }
};

const buildMembers = async (run: Run, stream: string, tools: Tools) => {
  const { buildCohort } = await import("../../src/builds/cohort/step.js");
  return buildCohort({ config: cohort, account: await accountOf(run, stream) }, tools);
};

/** The features of everyone as of now, some people after the other. */
const walkEveryone = async (run: Run, stream: string, { engine }: Tools) => {
  const account = await accountOf(run, stream);
  const now = account.dataThrough;
  const plan = planFeatures(account.streams, [], {
    blocklist: [],
    blockedProviders: [],
    excludeStreams: [],
    landmarkSpanDays: 365,
  });
  const everyone = sql`select p.person_id from ${relation(peopleFiles(account.peopleDir).people)} as p`;
  const frames = populationFrames(
    ...([engine, plan, featureRelations(account), everyone, now, account.people.people_count] as const),
  );
  let rows = 0;
  for await (const frame of frames) rows += frame.rows;
  return { rows, features: plan.features.length };
};

export const steps = {
  ...ingestSteps,
  "stream-spark": (run, tools) => withCluster(run, tools, (own) => ingestSteps.stream(run, own)),
  cohort: (run, tools) => buildMembers(run, "stream", tools),
  "cohort-spark": (run, tools) => withCluster(run, tools, (own) => buildMembers(run, "stream-spark", own)),
  features: (run, tools) => walkEveryone(run, "stream", tools),
  "features-spark": (run, tools) => walkEveryone(run, "stream-spark", tools),
} satisfies Steps;
