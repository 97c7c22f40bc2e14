// Planted kinds of customers are separated, named by their differences, and recognised in later builds.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import type { StepInput } from "../../src/builds/kinds.js";
import { pastFlow } from "../../src/builds/personas/flow.js";
import { buildPersonaSet } from "../../src/builds/personas/step.js";
import { planFeatures } from "../../src/domain/outcome/features/plan.js";
import { found } from "../../src/domain/people/fixtures.js";
import { describingFeatures, fieldOf } from "../../src/domain/personas/persona-fields.js";
import type { PersonaSetConfig, PersonaSetResult } from "../../src/domain/personas/persona-set.js";
import { limits } from "../../src/domain/resource/limits.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import { fitClusters } from "../../src/model/kmeans/clusters.js";
import { adjustedRand } from "../../src/model/kmeans/fixtures.js";
import { seededRandom } from "../../src/model/numeric/random.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { wholeRange } from "../../src/warehouse/features/key-range.js";
import { cohortFiles, peopleFiles, personaFiles, relation } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { type Event, historyDays, historyStart, personIdOf, writeAccount } from "../support/small-account.js";
import { stepTools } from "../support/step-tools.js";

const people = 300;

/** In turn: regulars with small baskets, former big spenders, and new customers. */
const kinds = [
  { first: 0, every: 15, last: historyDays, value: 12 },
  { first: 10, every: 40, last: 100, value: 240 },
  { first: historyDays - 40, every: 12, last: historyDays, value: 60 },
];

const plantedEvents = (seed: number, until = historyDays): Event[] => {
  const random = seededRandom(seed);
  return Array.from({ length: people }, (_, i) => {
    const { first, every, last, value } = kinds[i % kinds.length]!;
    const events: Event[] = [];
    for (let day = first + every * random(); day < Math.min(last, until); day += every * (0.5 + random()))
      events.push({
        person: personIdOf(i),
        time: historyStart + Math.floor(day * secondsPerDay),
        value: Math.round(100 * value * (0.7 + 0.6 * random())) / 100,
      });
    return events;
  }).flat();
};

const root = mkdtempSync(path.join(tmpdir(), "personas-"));
const dirOf = (name: string) => mkdtempSync(path.join(root, `${name}-`));
let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 400, threads: 2, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const cohort = { stream_name: "transaction" };
type Built = { result: PersonaSetResult; dir: string };

/** An account with traits: a tier for every buyer and for some people who never bought. */
const accountOf = async (events: readonly Event[]): Promise<AccountSnapshot> => {
  const account = await writeAccount(engine, dirOf("account"), events);
  const tier = sql`case when p.person_id % 2 = 0 then 'gold' else 'basic' end`;
  await engine.writeParquet(
    sql`select p.person_id, 'tier' as trait, ${tier} as value from ${relation(peopleFiles(account.peopleDir).people)} as p`,
    peopleFiles(account.peopleDir).traits,
  );
  return { ...account, people: { ...account.people, traits: [{ name: "tier", type: "text", found }] } };
};

const build = async (
  account: AccountSnapshot,
  more: Partial<PersonaSetConfig> = {},
  previous: StepInput<"persona_sets">["previous"] = null,
): Promise<Built> => {
  const [dir, membersDir] = [dirOf("set"), dirOf("members")];
  const members = sql`select p.person_id from ${relation(peopleFiles(account.peopleDir).people)} as p order by 1`;
  await engine.writeParquet(members, cohortFiles(membersDir).members);
  const config = { cohort_id: "c", ...more };
  const tools = stepTools(engine, dir);
  return {
    dir,
    result: await buildPersonaSet({ id: "s", config, cohort, membersDir, account, previous }, tools),
  };
};

const personaOf = async (dir: string): Promise<Map<bigint, string>> => {
  const rows = await engine.rows<{ person: string; persona_id: string }>(
    sql`select cast(person_id as varchar) as person, persona_id from ${relation(personaFiles(dir).personas)}`,
  );
  return new Map(rows.map(({ person, persona_id }) => [BigInt(person), persona_id]));
};

const behaviour = { modeling_fields: ["transaction"] };

test("planted kinds of customers are found, counted and named by their differences", async () => {
  const { result, dir } = await build(await accountOf(plantedEvents(1)), behaviour);
  const { personas, flow, candidates } = result;
  expect(candidates.length).toBeGreaterThan(3);
  const found = await personaOf(dir);
  const ids = personas.map(({ id }) => id);
  const assignment = Int32Array.from({ length: people }, (_, i) => ids.indexOf(found.get(personIdOf(i))!));
  const truth = Int32Array.from({ length: people }, (_, i) => i % kinds.length);
  expect(adjustedRand(assignment, truth)).toBeGreaterThan(0.95);
  expect(personas.map(({ individuals_count }) => individuals_count)).toEqual([100, 100, 100]);
  expect(flow.at(-1)).toMatchObject({ counts: [100, 100, 100] });
  const nameOf = (kind: number) => personas[assignment[kind]!]!.name;
  expect(nameOf(0)).toMatch(/frequent|long-standing|small/i);
  expect(nameOf(1)).toMatch(/lapsed|big spenders/i);
  expect(nameOf(2)).toMatch(/new/i);
  expect(new Set(personas.map(({ name }) => name)).size).toBe(3);
  expect(personas[0]!.portrait).toMatch(/^33 % of the cohort; .+, cohort average .+/);
});

test("traits that were not clustered by are described, and percentages sum to 100", async () => {
  const { result } = await build(await accountOf(plantedEvents(1)), behaviour);
  const { dimensions, individuals_count } = result.personas[0]!;
  expect(dimensions.map(({ trait_name }) => trait_name)).toEqual(
    expect.arrayContaining(["days_since_last_transaction", "transaction_value_mean", "tier"]),
  );
  for (const { bins } of dimensions) {
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(individuals_count);
    expect(bins.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100, 2);
  }
});

test("of ten times as many traits and features as describe personas, some are left out, and none that is chosen", async () => {
  const account = await accountOf(plantedEvents(1));
  const many = 10 * limits.personaTraits.is;
  const traits = Array.from({ length: many }, (_, i) => `t${String(i).padStart(5, "0")}`);
  await engine.writeParquet(
    sql`select p.person_id, 't' || lpad(cast(t.i as varchar), 5, '0') as trait, 'v' || (hash(p.person_id, t.i) % 4) as value
      from ${relation(peopleFiles(account.peopleDir).people)} as p cross join range(${many}) as t(i)
      order by 1, 2`,
    peopleFiles(account.peopleDir).traits,
  );
  const found = { data_type: "text" as const, people: 0, isWhole: false, values: 4, bins: [] };
  const known = traits.map((name) => ({ name, type: "text" as const, found }));
  const people = { ...account.people, traits: known };
  const last = traits.at(-1)!;
  const wide = { ...account, people };
  const { result } = await build(wide, { modeling_fields: ["transaction", last], number_of_clusters: 3 });
  for (const { dimensions } of result.personas) {
    const texts = dimensions.filter(({ trait_name }) => /^t\d{5}$/.test(trait_name));
    expect(texts.map(({ trait_name }) => trait_name)).toEqual([
      ...traits.slice(0, limits.personaTraits.is - 1),
      last,
    ]);
    expect(texts[0]!.bins.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100, 2);
  }
  const names = Object.keys(result.personas[0]!.center);
  expect(names.length).toBeLessThanOrEqual(limits.personaFeatures.is + result.fields.length);
  expect(result.fields).toContain(`trait_${last}_is_v0`);
});

test("the same inputs give the same personas", async () => {
  const account = await accountOf(plantedEvents(2));
  const [one, other] = [await build(account), await build(account)];
  expect(other.result).toEqual(one.result);
  expect(await personaOf(other.dir)).toEqual(await personaOf(one.dir));
});

test("a month later the personas keep their ids and names, and an added persona gets a new id", async () => {
  const events = plantedEvents(3);
  const before = await build(
    await accountOf(events.filter(({ time }) => time < historyStart + 385 * secondsPerDay)),
    behaviour,
  );
  const after = await build(await accountOf(events), behaviour, before);
  const labels = ({ result }: Built) => result.personas.map(({ id, name }) => `${id} ${name}`).sort();
  expect(labels(after)).toEqual(labels(before));
  const four = await build(await accountOf(events), { ...behaviour, number_of_clusters: 4 }, after);
  expect(four.result.personas.map(({ id }) => id)).toEqual(
    expect.arrayContaining(after.result.personas.map(({ id }) => id)),
  );
  expect(four.result.personas_made).toBe(4);
});

test("later events do not change the members of a persona at the end of an earlier month", async () => {
  const events = plantedEvents(4);
  const account = await accountOf(events);
  const plan = { features: describingFeatures(planFeatures(account.streams, [], noOptions)) };
  const columns = plan.features.map((_, f) =>
    Float32Array.from({ length: 40 }, (_, row) => ((row * 7) % 11) * (f + 1)),
  );
  const { model } = fitClusters(columns, plan.features.map(fieldOf), { clusters: 3, seed: 1 });
  const flow = { cohort, plan, model, range: wholeRange };
  const all = await pastFlow(flow, account, engine);
  expect(all.length).toBeGreaterThan(10);
  const { cutoff } = all[6]!;
  const known = await accountOf(events.filter(({ time }) => time < cutoff));
  const withMore = { ...known, dataThrough: cutoff + 1 };
  const then = await pastFlow(flow, withMore, engine);
  expect(then.at(-1)).toEqual(all[6]);
  expect(then).toEqual(all.slice(0, 7));
  const members = new Set(events.filter(({ time }) => time < cutoff).map(({ person }) => person)).size;
  expect(all[6]!.counts.reduce((sum, count) => sum + count, 0)).toBe(members);
});

const noOptions = { blocklist: [], blockedProviders: ["calendar"], excludeStreams: [], landmarkSpanDays: 0 };

test("people outside the cohort get a persona only if enough is known about them", async () => {
  const account = await accountOf(plantedEvents(5));
  const [dir, membersDir] = [dirOf("set"), dirOf("members")];
  const all = relation(peopleFiles(account.peopleDir).people);
  const stranger = sql`select 5::bigint as person_id union all select p.person_id from ${all} as p`;
  const peopleDir = dirOf("people");
  await engine.writeParquet(sql`${stranger} order by 1`, peopleFiles(peopleDir).people);
  await engine.writeParquet(
    sql`select * from ${relation(peopleFiles(account.peopleDir).traits)} order by 1`,
    peopleFiles(peopleDir).traits,
  );
  const [left] = [personIdOf(0)];
  await engine.writeParquet(
    sql`select p.person_id from ${all} as p where p.person_id <> ${left} order by 1`,
    cohortFiles(membersDir).members,
  );
  const tools = stepTools(engine, dir);
  const config = { cohort_id: "c", ...behaviour };
  const input = { id: "s", config, cohort, membersDir, account: { ...account, peopleDir }, previous: null };
  const { population_count } = await buildPersonaSet(input, tools);
  expect(population_count).toBe(people - 1);
  const found = await personaOf(dir);
  expect(found.get(left)).toBe(found.get(personIdOf(3)));
  expect(found.has(5n)).toBe(false);
});

test("unknown fields and people who do not differ are refused with advice", async () => {
  const account = await accountOf(plantedEvents(6));
  await expect(build(account, { modeling_fields: ["shoe_size"] })).rejects.toMatchObject({
    code: "modeling-field-unknown",
    message: expect.stringMatching(/shoe_size.*feature: transaction_count, .*tier/),
  });
  await expect(
    build(account, { modeling_fields: ["fig/tier"], number_of_clusters: 3 }),
  ).rejects.toMatchObject({
    code: "personas-too-few",
    message: expect.stringMatching(/into 3 personas, because only 2 of its people differ/),
  });
  expect((await build(account, { modeling_fields: ["fig/tier"] })).result.personas).toHaveLength(2);
});
