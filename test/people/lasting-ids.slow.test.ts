// Ids of people through random files, replacements, upserts and decisions of the owner: an id is one
// person's, former ids lead to the people that had them, and neither the people nor their ids depend on when
// builds ran.

import { mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { pick, type Random, randomFor } from "../../examples/shop/random.js";
import { resolveDatasets } from "../../src/builds/people/fixtures.js";
import type { DatasetConfig } from "../../src/domain/data/dataset.js";
import { merge, noDecisions, split, withdraw } from "../../src/domain/people/decisions.js";
import type { Decisions } from "../../src/domain/people/people.js";
import type { TestDataset } from "../../src/warehouse/persons/fixtures.js";
import { datasetFiles, peopleFiles, relation } from "../../src/warehouse/relations.js";
import { ident, sql } from "../../src/warehouse/sql/sql.js";
import { openWorkshop } from "../support/workshop.js";
import { DatasetBuilds, type TestFile } from "./dataset-builds.js";

const workshop = openWorkshop("lasting", 400);

/** A customer as the shop knows them today. */
interface Customer {
  id: string;
  mail: string;
  phone: string;
  first: string;
  last: string;
  street: string;
  zip: string;
}

const firsts = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gina", "Hugo"];
const lasts = ["Abel", "Brandt", "Conrad", "Dietz", "Ebert", "Falk", "Gerber", "Haas"];

/** Different numbers for neighbouring ones: contacts that differ in a digit would pass for slips of the pen. */
const spread = (n: number): number => (n * 486_187_739) % 1_000_003;
const mailbox = (n: number): string => `${spread(n).toString(36)}${spread(n + 500_000).toString(36)}`;

const newCustomer = (random: Random, n: number): Customer => ({
  id: random() < 0.5 ? `C${n}` : "",
  mail: `${mailbox(n)}@example.com`,
  phone: `802${String(2_000_000 + spread(n))}`,
  first: pick(random, firsts),
  last: pick(random, lasts),
  street: `${(spread(n) % 900) + 1} Oak Street`,
  zip: String(10_000 + (spread(n) % 89_999)),
});

/** Changes one thing about a customer. */
const changed = (random: Random, customer: Customer, n: number): Customer => {
  switch (pick(random, ["mail", "phone", "address", "name"])) {
    case "mail":
      return { ...customer, mail: `${mailbox(n)}@example.org` };
    case "phone":
      return { ...customer, phone: `803${String(2_000_000 + spread(n))}` };
    case "address":
      return {
        ...customer,
        street: `${(spread(n) % 900) + 1} Elm Street`,
        zip: String(10_000 + (spread(n) % 89_999)),
      };
    default:
      return { ...customer, last: pick(random, lasts) };
  }
};

const csvOf = (customers: readonly Customer[]): string =>
  ["id,mail,phone,first,last,street,zip", ...customers.map((own) => Object.values(own).join(","))].join("\n");

/** Files that arrive at moments 1, 2, …, and what the shop knows at each. */
interface Shop {
  daily: TestFile[];
  upserts: TestFile[];
  known: Customer[][];
}

/**
 * The shop sends a whole file of its customers and, at every second moment, one with the changed ones for
 * another dataset.
 */
const shopOf = async (random: Random, days: number): Promise<Shop> => {
  let customers = Array.from({ length: 40 }, (_, n) => newCustomer(random, n));
  let next = customers.length;
  const shop: Shop = { daily: [], upserts: [], known: [] };
  const arrive = async (versions: TestFile[], name: string, rows: readonly Customer[]) => {
    const file = path.join(await mkdtemp(path.join(workshop.root, "file-")), name);
    const csv = `${csvOf(rows)}\n`;
    await writeFile(file, csv);
    const arrived_at = 2 * shop.known.length + (versions === shop.daily ? 1 : 2);
    for (const old of versions) if (old.filename === name) old.replaced_at ??= arrived_at;
    versions.push({ path: file, filename: name, bytes: csv.length, arrived_at, replaced_at: null });
  };
  for (let day = 0; day < days; day++) {
    if (day > 0) customers = customers.map((own) => (random() < 0.08 ? changed(random, own, next++) : own));
    if (random() < 0.5) customers = [...customers, newCustomer(random, next++)];
    await arrive(shop.daily, "customers.csv", customers);
    const keyed = customers.filter(({ id }) => id !== "" && (day === 0 || random() < 0.2));
    if (keyed.length > 0) await arrive(shop.upserts, `orders-${day}.csv`, keyed);
    shop.known.push(customers);
  }
  return shop;
};

const configOf = (more: object): DatasetConfig => ({
  identity_sets: {
    customer: {
      customer_id: "id",
      email: "mail",
      phone: "phone",
      person_first_name: "first",
      person_last_name: "last",
      house_number_and_street: ["street"],
      postcode: "zip",
    },
  },
  options: { type: "hosted_csv", upload_directory: "customers" },
  output_to_streams: {},
  output_to_traits: {},
  ...more,
});

type Built = Awaited<ReturnType<typeof resolveDatasets>>;
const textOf = (column: string) => sql`cast(${ident("own", column)} as varchar)`;

const personsOf = async ({ dir }: Built) =>
  new Map(
    (
      await workshop.engine.rows<{ record: string; person: string }>(
        sql`select ${textOf("identity_key")} as record, ${textOf("person_id")} as person from ${relation(peopleFiles(dir).persons)} as own order by 1`,
      )
    ).map(({ record, person }) => [record, person]),
  );

const aliasesOf = async ({ dir }: Built) =>
  new Map(
    (
      await workshop.engine.rows<{ alias: string; person: string }>(
        sql`select ${textOf("alias")} as alias, ${textOf("person_id")} as person from ${relation(peopleFiles(dir).aliases)} as own`,
      )
    ).map(({ alias, person }) => [alias, person]),
  );

/** By customer of the shop: the person of their record in the daily file. */
const peopleByCustomer = async (dataset: TestDataset, built: Built, customers: readonly Customer[]) => {
  const persons = await personsOf(built);
  const keys = await workshop.engine.rows<{ mail: string; phone: string; street: string; record: string }>(
    sql`select own.email as mail, own.phone, own.house_number_and_street as street, ${textOf("identity_key")} as record
      from ${relation(datasetFiles(dataset.dir).identities)} as own`,
  );
  const of = new Map(keys.map(({ mail, phone, street, record }) => [`${mail} ${phone} ${street}`, record]));
  return customers.map((own) => persons.get(of.get(`${own.mail} ${own.phone} ${own.street}`)!));
};

const days = 7;
const datasetsOf = ({ daily, upserts }: Shop) => {
  const latest = {
    type: "hosted_csv" as const,
    upload_directory: "customers",
    replace_all_with_latest_file: true,
  };
  return [
    new DatasetBuilds(workshop, "daily", configOf({ options: latest }), daily),
    new DatasetBuilds(workshop, "orders", configOf({ upsert_columns: ["id"] }), upserts),
  ];
};

/** Builds at the ends of some days, the last among them. */
const runSchedule = async (
  shop: Shop,
  isBuilt: (day: number) => boolean,
  decisionsOf: (built: Built | null, day: number) => Promise<Decisions> = async () => noDecisions,
  onBuilt: (built: Built, daily: TestDataset, day: number) => Promise<void> = async () => {},
): Promise<Map<string, string>> => {
  const datasets = datasetsOf(shop);
  let built: Built | null = null;
  for (let day = 0; day < days; day++) {
    if (day < days - 1 && !isBuilt(day)) continue;
    const decisions = await decisionsOf(built, day);
    const read: TestDataset[] = [];
    for (const dataset of datasets) read.push(await dataset.buildAt(2 * day + 2));
    built = await resolveDatasets(workshop.engine, workshop.root, read, {
      previousDir: built?.dir ?? null,
      ...(built && { previousResult: built.result }),
      config: { decisions },
      minIncremental: day % 2 === 0 ? 10 : 20_000,
    });
    await onBuilt(built, read[0]!, day);
  }
  return personsOf(built!);
};

const seeds = [1, 2];

test("the same files give the same ids, whenever builds ran", async () => {
  for (const seed of seeds) {
    const random = randomFor(17, seed);
    const shop = await shopOf(random, days);
    const each = await runSchedule(shop, () => true);
    const once = await runSchedule(shop, () => false);
    const some = await runSchedule(shop, () => random() < 0.5);
    expect(once, `seed ${seed}`).toEqual(each);
    expect(some, `seed ${seed}`).toEqual(each);
  }
});

test("a customer keeps one id through all changes of their data", async () => {
  for (const seed of seeds) {
    const shop = await shopOf(randomFor(18, seed), days);
    const before = new Map<number, string>();
    await runSchedule(
      shop,
      () => true,
      undefined,
      async (built, daily, day) => {
        const [people, former] = [
          await peopleByCustomer(daily, built, shop.known[day]!),
          await aliasesOf(built),
        ];
        for (const [customer, person] of people.entries()) {
          const first = before.get(customer) ?? person!;
          expect(former.get(first) ?? first, `seed ${seed}, day ${day}, customer ${customer}`).toBe(person);
          before.set(customer, first);
        }
      },
    );
  }
});

test("every id that a person ever had leads to one person, through merges, splits and their undoing", async () => {
  for (const seed of seeds) {
    const random = randomFor(19, seed);
    const shop = await shopOf(random, days);
    let decisions = noDecisions;
    const everHad = new Set<string>();
    const decide = async (built: Built | null, day: number): Promise<Decisions> => {
      if (built === null) return decisions;
      const byPerson = new Map<string, string[]>();
      for (const [record, person] of await personsOf(built))
        byPerson.set(person, [...(byPerson.get(person) ?? []), record]);
      const people = [...byPerson.values()];
      for (const kind of ["merge", "merge", "split", "undo"] as const) {
        const made = { id: `${kind}-${day}-${random()}`, made_at: day };
        const [own, other] = [pick(random, people), pick(random, people)];
        const large = people.filter((records) => records.length > 1);
        const all = [...decisions.together, ...decisions.apart];
        if (kind === "merge" && own !== other) decisions = merge(decisions, own, other, made);
        else if (kind === "split" && large.length > 0) {
          const [first, ...rest] = pick(random, large);
          decisions = split(decisions, [first!], rest, made);
        } else if (kind === "undo" && all.length > 0) decisions = withdraw(decisions, pick(random, all).id);
      }
      return decisions;
    };
    await runSchedule(
      shop,
      () => true,
      decide,
      async (built, _, day) => {
        const ids = new Set((await personsOf(built)).values());
        const former = await aliasesOf(built);
        for (const id of everHad)
          expect(ids.has(former.get(id) ?? id), `seed ${seed}, day ${day}, ${id}`).toBe(true);
        for (const alias of former.keys()) expect(ids.has(alias)).toBe(false);
        for (const id of ids) everHad.add(id);
      },
    );
  }
});
