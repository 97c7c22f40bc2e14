// Groups that people belong to, learned from logs whose truth is known: stores whose customers come more or less
// often, and stores that are noise.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import { featuresFor } from "../../src/builds/outcome/feature-plan.js";
import type { OutcomeInput } from "../../src/builds/outcome/prediction-task.js";
import { buildOutcome } from "../../src/builds/outcome/step.js";
import type { StoredModel } from "../../src/builds/outcome/stored-model.js";
import { scorePeople } from "../../src/builds/scope/score-people.js";
import type { StreamPropertySummary } from "../../src/domain/data/stream.js";
import { groupName } from "../../src/domain/outcome/features/group.js";
import type { OutcomeConfig } from "../../src/domain/outcome/outcome.js";
import { limits } from "../../src/domain/resource/limits.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import { auc } from "../../src/model/evaluation/metrics.js";
import { seededRandom } from "../../src/model/numeric/random.js";
import { outcomeFiles, peopleFiles, relation, streamFiles } from "../../src/warehouse/relations.js";
import { ident, type Sql, sql } from "../../src/warehouse/sql/sql.js";
import { type Event, historyStart, personIdOf, writeAccount } from "../support/small-account.js";
import { stepTools } from "../support/step-tools.js";
import { openWorkshop } from "../support/workshop.js";

const workshop = openWorkshop("groups", 1024);
const customers = 3_000;
const stores = 80;
const now = 500;
const horizonDays = 60;

/** Customers come to one store, at its rate, from some day on. */
const random = seededRandom(5);
const perDay = Array.from({ length: stores }, () => 0.001 + 0.03 * random() ** 3);
const storeOf = Array.from({ length: customers }, () => Math.floor(random() * stores));
const events: Event[] = storeOf.flatMap((store, i) => {
  const own: Event[] = [];
  for (let day = random() * now; day < now + horizonDays; day += -Math.log(random()) / perDay[store]!)
    own.push({ person: personIdOf(i), time: historyStart + Math.floor(day * secondsPerDay), value: 10 });
  return own;
});
const cutoff = historyStart + now * secondsPerDay;
const buysAfter = new Set(events.filter(({ time }) => time >= cutoff).map(({ person }) => person));

/** The account as of the cutoff, with a text for each event. */
const accountWith = async (name: string, texts: Record<string, Sql>): Promise<AccountSnapshot> => {
  const { engine, root } = workshop;
  const past = events.filter(({ time }) => time < cutoff);
  const account = await writeAccount(engine, path.join(root, name), past);
  const [stream] = account.streams;
  const stored = streamFiles(stream!.dir).events;
  const store = await engine.createTableOf("stores", {
    person_id: BigInt64Array.from(storeOf, (_, i) => personIdOf(i)),
    store: Int32Array.from(storeOf),
  });
  let wide = sql`select event.*`;
  for (const [property, text] of Object.entries(texts))
    wide = sql`${wide}, ${text} as ${ident(`p_${property}`)}`;
  const table = await engine.createTable(
    "wide",
    sql`${wide} from ${relation(stored)} as event join ${store} as s on s.person_id = event.person_id`,
  );
  await engine.writeParquet(
    sql`select * from ${table} order by person_id, event_time, arrival_time, value`,
    stored,
  );
  const categories = Array.from({ length: 20 }, (_, i) => ({ name: `${i}`, count: 100 - i }));
  const summary: StreamPropertySummary = {
    type: "text",
    statistical_type: "categorical",
    breaks: [],
    categories,
    emitted_by_datasets: [],
  };
  const properties = Object.fromEntries(Object.keys(texts).map((property) => [property, summary]));
  return { ...account, streams: [{ ...stream!, result: { ...stream!.result, properties } }] };
};

const inputOf = (account: AccountSnapshot, further: Partial<OutcomeConfig> = {}): OutcomeInput => ({
  config: { attainment_cohort_id: "a", recurring: true, horizon_days: horizonDays, ...further },
  attainment: { stream_name: "transaction" },
  eligible: null,
  attrition: null,
  account,
});

/** The result, and how well the people of the cutoff are predicted. */
const predicted = async (name: string, account: AccountSnapshot, further: Partial<OutcomeConfig> = {}) => {
  const { engine, root } = workshop;
  const tools = stepTools(engine, path.join(root, name));
  const result = await buildOutcome(inputOf(account, further), tools);
  const model = JSON.parse(await readFile(outcomeFiles(tools.dir).model, "utf8")) as StoredModel;
  const statuses = sql`(select p.person_id, 'scored' as status from ${relation(peopleFiles(account.peopleDir).people)} as p)`;
  const { probabilities } = await scorePeople("scores", statuses, model, [], account, engine);
  const rows = await engine.rows<{ id: string; p: number }>(
    sql`select cast(s.person_id as varchar) as id, s.probability as p from ${probabilities} as s order by s.person_id`,
  );
  const probability = Float64Array.from(rows, ({ p }) => p);
  const label = Uint8Array.from(rows, ({ id }) => (buysAfter.has(BigInt(id)) ? 1 : 0));
  const logLoss = probability.reduce((sum, p, i) => sum - Math.log(label[i] ? p : 1 - p), 0) / rows.length;
  return { result, probability, auc: auc(probability, label), logLoss };
};

const isOfGroup = ({ name }: { name: string }): boolean => name.includes("_group_");

test("customers of stores are better predicted by what other customers of their store do", async () => {
  const account = await accountWith("stores", { store: sql`'store ' || s.store` });
  const having = await predicted("having", account);
  const without = await predicted("without", account, {
    feature_blocklist: [groupName({ stream: "transaction", name: "store" })],
  });
  expect(having.result.groups).toEqual([
    { stream: "transaction", name: "store", input: "transaction_store_group", helps: true },
  ]);
  expect(having.result.features.filter(isOfGroup).some(({ importance }) => importance > 0.05)).toBe(true);
  expect(without.result.groups).toBeUndefined();
  expect(without.result.features.filter(isOfGroup)).toEqual([]);
  expect(having.auc).toBeGreaterThan(without.auc + 0.005);
  expect(having.logLoss).toBeLessThan(0.99 * without.logLoss);
});

test("stores that are noise give no inputs, and leave the prediction as it is", async () => {
  const account = await accountWith("noise", {
    store: sql`'store ' || (hash(event.person_id, 1) % ${stores})`,
  });
  const having = await predicted("noise-having", account);
  const without = await predicted("noise-without", account, {
    feature_blocklist: [groupName({ stream: "transaction", name: "store" })],
  });
  expect(having.result.groups).toEqual([
    { stream: "transaction", name: "store", input: "transaction_store_group", helps: false },
  ]);
  expect(having.result.features.filter(isOfGroup)).toEqual([]);
  expect(having.probability).toEqual(without.probability);
});

test("of several properties those with the most values name groups, as far as people share them", async () => {
  const account = await accountWith("many", {
    few: sql`'two ' || (s.store % 2)`,
    own: sql`cast(event.person_id as varchar)`,
    tens: sql`'tens ' || (s.store % 10)`,
    city: sql`'city ' || (s.store % 20)`,
    store: sql`'store ' || s.store`,
    area: sql`'area ' || (s.store % 40)`,
  });
  const task = { landmarks: [cutoff], horizonDays, excludeStreams: [], excludeTraits: [] };
  const { plan } = await featuresFor(task, inputOf(account), workshop.engine);
  const named = plan.features.flatMap((feature) =>
    feature.over === "group" ? [feature.measure.key.name] : [],
  );
  expect([...new Set(named)].sort()).toEqual(["area", "city", "store"]);
  expect(new Set(named).size).toBe(limits.groupings.is);
});
