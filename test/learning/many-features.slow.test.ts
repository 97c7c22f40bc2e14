// A file with far more columns than a model can learn from.

import path from "node:path";
import { expect, test } from "vitest";
import { featureRelations } from "../../src/builds/kind/relations.js";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import { featuresFor } from "../../src/builds/outcome/feature-plan.js";
import type { OutcomeInput } from "../../src/builds/outcome/prediction-task.js";
import { allWarnings } from "../../src/builds/outcome/warnings.js";
import type { StreamPropertySummary } from "../../src/domain/data/stream.js";
import type { FeaturePlan } from "../../src/domain/outcome/features/plan.js";
import { limits } from "../../src/domain/resource/limits.js";
import { peopleAt, readFrame } from "../../src/warehouse/frame.js";
import { peopleFiles, relation, streamFiles } from "../../src/warehouse/relations.js";
import { ident, join, sql } from "../../src/warehouse/sql/sql.js";
import { simulatedEvents, writeAccount } from "../support/small-account.js";
import { openWorkshop } from "../support/workshop.js";

const workshop = openWorkshop("many-features", 1024);
const properties = 1_000;
const values = 8;

/** The account with properties of texts, of which each has some values that say nothing. */
const withProperties = async (account: AccountSnapshot): Promise<AccountSnapshot> => {
  const { engine, root } = workshop;
  const [stream] = account.streams;
  const dir = path.join(root, "transaction");
  const names = Array.from({ length: properties }, (_, i) => `p${i}`);
  const columns = names.map(
    (name, i) => sql`'v' || (hash(e.person_id, e.event_time, ${i}) % ${values}) as ${ident(name)}`,
  );
  const events = await engine.createTable("plain", sql`select * from ${relation(streamFiles(dir).events)}`);
  const wide = sql`select e.*, ${join(columns)} from ${events} as e`;
  await engine.writeScratch(wide, streamFiles(dir).events);
  const categories = Array.from({ length: values }, (_, i) => ({ name: `v${i}`, count: 100 }));
  const property = (name: string): StreamPropertySummary => ({
    type: "text",
    statistical_type: "categorical",
    breaks: [],
    categories,
    column: name,
    emitted_by_datasets: [],
  });
  const summaries = Object.fromEntries(names.map((name) => [name, property(name)]));
  return { ...account, streams: [{ ...stream!, result: { ...stream!.result, properties: summaries } }] };
};

test("of sixteen thousand features an outcome reads two thousand, and says how many are left out", async () => {
  const { engine, root } = workshop;
  const account = await withProperties(await writeAccount(engine, root, simulatedEvents(1_000)));
  const { dataThrough } = account;
  const input: OutcomeInput = {
    config: { attainment_cohort_id: "again", feature_blocklist: ["p999", "nothing"] },
    attainment: { stream_name: "transaction" },
    eligible: null,
    attrition: null,
    account,
  };
  const task = { horizonDays: 0, landmarks: [dataThrough], excludeStreams: [], excludeTraits: [] };
  const planned = await featuresFor(task, input, engine);
  expect(planned.unknownExclusions).toEqual(["nothing"]);
  const people = relation(peopleFiles(account.peopleDir).people);
  const spine = peopleAt(people, dataThrough);
  const frame = await readFrame(engine, planned.plan, featureRelations(account), spine, dataThrough);
  const most = limits.features.is;
  expect(frame.columns.length).toBeGreaterThan(most - 2 * values);
  expect(frame.columns.length).toBeLessThanOrEqual(most);
  const learned = { labels: [], leaks: [], changes: [], watched: [] };
  const warnings = await allWarnings(learned, { ...planned, unknownExclusions: [] }, account, engine);
  const features = (properties - 1) * values * 2 + ownFeatures(planned.plan) - frame.columns.length;
  expect(warnings).toEqual([
    expect.objectContaining({
      code: "features_left_out",
      figures: expect.objectContaining({ most, features, names: expect.stringMatching(/^p\d+(, p\d+){9}$/) }),
    }),
  ]);
});

const ownFeatures = ({ features }: FeaturePlan): number =>
  features.filter(({ name }) => !/_p_?\d/.test(name)).length;
