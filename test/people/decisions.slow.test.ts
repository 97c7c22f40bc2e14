// Decisions by hand through random histories: whatever changes, goes and comes back, what the owner decided
// stays. A whole run has more histories, and longer ones; a failure says how to repeat its run alone.

import { expect, test } from "vitest";
import { chance, pick, type Random, randomFor } from "../../examples/shop/random.js";
import { resolveDatasets } from "../../src/builds/people/fixtures.js";
import { leadsIn } from "../../src/builds/people/pending.js";
import { replaceableRecords } from "../../src/domain/people/decided-records.js";
import {
  listDecisions,
  merge,
  noDecisions,
  split,
  stampOf,
  withdraw,
} from "../../src/domain/people/decisions.js";
import type { Decisions, PeopleConfig } from "../../src/domain/people/people.js";
import { writeDataset } from "../../src/warehouse/persons/fixtures.js";
import { heirsUntil } from "../../src/warehouse/persons/lineage.js";
import { datasetFiles, peopleFiles, relation } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { amountOf, isWhole, rotatingSeed } from "../run/amounts.js";
import { openWorkshop } from "../support/workshop.js";
import { DatasetBuilds } from "./dataset-builds.js";
import { type Entry, History, listedContact, Meaning } from "./decision-histories.js";

const seed = rotatingSeed;
const histories = amountOf("people", { whole: 1_000, sample: 10 });
/** Histories in one run of files: they have nothing in common, so each is as it would be alone. */
const perRun = 50;
const steps = amountOf("people", { whole: 6, sample: 4 });

const workshop = openWorkshop("decisions", 400);
type Built = Awaited<ReturnType<typeof resolveDatasets>>;

const keyOf = (row: object) => Object.values(row).join("|");

/** By row: its record, and by record: its person. */
const readPeople = async (built: Built, datasets: readonly { dir: string }[]) => {
  const records = new Map<string, string>();
  for (const { dir } of datasets) {
    const rows = await workshop.engine.rows<Record<string, string>>(sql`
      select cast(own.identity_key as varchar) as record, coalesce(own.customer_id, '') as id, own.email as mail, own.phone,
        own.person_first_name as first, own.person_last_name as last, own.house_number_and_street as street, own.postcode as zip
      from ${relation(datasetFiles(dir).identities)} as own`);
    for (const { record, ...row } of rows) records.set(keyOf(row), record!);
  }
  const rows = await workshop.engine.rows<{ record: string; person: string }>(sql`
    select cast(own.identity_key as varchar) as record, cast(own.person_id as varchar) as person
    from ${relation(peopleFiles(built.dir).persons)} as own`);
  const persons = new Map(rows.map(({ record, person }) => [record, person]));
  return { recordOf: (row: object) => records.get(keyOf(row)), persons };
};

/** One decision in each of some groups, as the owner makes it on the pages of the last build. */
const decide = async (
  random: Random,
  { entries, options }: History,
  { built, datasets, step }: { built: Built; datasets: readonly { dir: string }[]; step: number },
  before: Decisions,
  meaning: Meaning,
): Promise<Decisions> => {
  let decisions = before;
  const { recordOf, persons } = await readPeople(built, datasets);
  // Decisions about one group say nothing about another.
  const recordsOf = replaceableRecords(before, await leadsIn(workshop.engine, built.dir, [before]));
  for (let group = 0; group < options.groups; group++) {
    if (!chance(random, 0.5)) continue;
    const seen = entries.filter((entry) => entry.group === group && entry.built !== null);
    const entriesOf = (records: readonly string[]) =>
      records.map((record) => seen.filter(({ built: row }) => recordOf(row!) === record));
    const people = new Map<string, Set<string>>();
    for (const { built: row } of seen) {
      const record = recordOf(row!)!;
      const person = persons.get(record)!;
      people.set(person, (people.get(person) ?? new Set()).add(record));
    }
    const found = [...people.values()].map((records) => [...records]);
    const id = `${group}-${step}`;
    const stamped = async (records: readonly string[]) =>
      stampOf({ id, made_at: step }, [await heirsUntil(workshop.engine, built.dir, records)]);
    const several = found.filter((records) => records.length > 1);
    const own = listDecisions(decisions).filter((decision) => decision.id.startsWith(`${group}-`));
    const kind = pick(random, ["merge", "merge", "split", "split", "undo"]);
    if (kind === "merge" && found.length > 1) {
      const [one, other] = [found[0]!, pick(random, found.slice(1))];
      decisions = merge(decisions, one, other, await stamped([...one, ...other]), recordsOf);
      meaning.merge(id, entriesOf(one), entriesOf(other));
    } else if (kind === "split" && several.length > 0) {
      const [first, ...rest] = pick(random, several);
      decisions = split(decisions, [first!], rest, await stamped([first!, ...rest]), recordsOf);
      meaning.split(id, entriesOf([first!]), entriesOf(rest));
    } else if (kind === "undo" && own.length > 0) {
      const gone = pick(random, own).id;
      decisions = withdraw(decisions, gone);
      meaning.undo(gone);
    }
  }
  return decisions;
};

const live = async (run: number): Promise<string[]> => {
  const random = randomFor(seed, run);
  const hasNumbers = chance(random, 0.6);
  const options = {
    groups: Math.min(perRun, histories),
    hasNumbers,
    isNumberShared: chance(random, 0.5),
    isUpserted: hasNumbers && chance(random, 0.5),
    isMoved: chance(random, 0.3),
  };
  const list = {
    ...(await writeDataset(workshop.engine, workshop.root, "list", [listedContact])),
    privacy: pick(random, ["suppress", "delete"] as const),
  };
  const listShare = pick(random, [0, 0.5]);
  const mode = chance(random, 0.8) ? "exact" : "standard";
  const config: PeopleConfig = { identity_resolution: { mode, most_merged: 1 } };
  const history = new History(random, workshop.root, options);
  const builds = history
    .configs()
    .map((own, i) => new DatasetBuilds(workshop, `d${i}`, own, history.files[i as 0 | 1]));
  const meaning = new Meaning(options);
  const lost: string[] = [];
  let decisions = noDecisions;
  let built: Built | null = null;
  let read: Awaited<ReturnType<DatasetBuilds["buildAt"]>>[] = [];
  for (let step = 0; step < steps; step++) {
    if (step > 0) history.step();
    await history.arrive();
    if (built) decisions = await decide(random, history, { built, datasets: read, step }, decisions, meaning);
    if (step > 0 && step < steps - 1 && chance(random, 0.3)) continue;
    read = [];
    for (const own of builds) read.push(await own.buildAt(history.now));
    const datasets = chance(random, listShare) ? [...read, list] : read;
    built = await resolveDatasets(workshop.engine, workshop.root, datasets, {
      previousDir: built?.dir ?? null,
      config: { ...config, decisions },
      now: step,
      ...(built && { previousResult: built.result }),
      minIncremental: chance(random, 0.5) ? 10 : 20_000,
    });
    for (const entry of history.entries) entry.built = entry.isThere ? entry.row : null;
    const { recordOf, persons } = await readPeople(built, read);
    const personOf = ({ row }: Entry) => persons.get(recordOf(row)!);
    lost.push(
      ...meaning
        .lost(personOf)
        .map((what) => `run ${run} (${JSON.stringify({ ...options, mode })}), step ${step}, ${what}`),
    );
  }
  return lost;
};

const runs = [...Array(Math.ceil(histories / perRun)).keys()];

test.each(runs)(`no decision is lost in run %i of seed ${seed}`, async (run) => {
  const amount = isWhole("people") ? "BELLWETHER_TESTS=nightly " : "";
  const repeat = `${amount}BELLWETHER_SEED=${seed} npx vitest run test/people/decisions.slow.test.ts -t "run ${run} of seed"`;
  expect(await live(run), `Decisions are lost. To repeat this run alone: ${repeat}`).toEqual([]);
});

test("a decision about a record is not about the newer version of it that another dataset had by then", async () => {
  const options = { groups: 0, hasNumbers: false, isNumberShared: false, isUpserted: false, isMoved: false };
  const history = new History(randomFor(1, 0), workshop.root, options);
  const entry = (dataset: number, first: string, mail: string): Entry => {
    const home = { phone: "", last: "Lind", street: "402 Oak Street", zip: "95006" };
    return { dataset, group: 0, row: { id: "", mail, first, ...home }, isThere: true, built: null };
  };
  const jan = entry(0, "Jan", "jan@example.com");
  const newer = entry(1, "Jan", "jan@example.com");
  const kira = entry(0, "Kira", "kira@example.com");
  history.entries.push(jan, newer, kira);
  const builds = history
    .configs()
    .map((config, i) => new DatasetBuilds(workshop, `s${i}`, config, history.files[i as 0 | 1]));
  let previousDir: string | null = null;
  const build = async (decisions: Decisions) => {
    await history.arrive();
    const read = [];
    for (const own of builds) read.push(await own.buildAt(history.now));
    const config: PeopleConfig = { identity_resolution: { mode: "exact", most_merged: 1 }, decisions };
    const built = await resolveDatasets(workshop.engine, workshop.root, read, { previousDir, config });
    previousDir = built.dir;
    const { recordOf, persons } = await readPeople(built, read);
    const stamped = async (id: string, records: readonly string[]) =>
      stampOf({ id, made_at: 0 }, [await heirsUntil(workshop.engine, built.dir, records)]);
    return {
      records: [jan, newer, kira].map(({ row }) => recordOf(row)!),
      people: [jan, newer, kira].map(({ row }) => persons.get(recordOf(row)!)),
      stamped,
    };
  };
  await build(noDecisions);
  newer.row = { ...newer.row, last: "Berg" };
  const { records, people, stamped } = await build(noDecisions);
  expect(people[1]).toBe(people[0]);
  const [one, other, friend] = records as [string, string, string];
  const parted = split(noDecisions, [one], [other], await stamped("s", [one, other]));
  const decided = merge(parted, [one], [friend], await stamped("m", [one, friend]));
  jan.row = { ...jan.row, street: "3 Elm Street" };
  const after = await build(decided);
  expect(after.people[2]).toBe(after.people[0]);
  expect(after.people[1]).not.toBe(after.people[0]);
});
