// Thirty daily files of one shop, each with one record in a hundred changed: how many customers have another id at the end.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pick, type Random, randomFor } from "../../examples/shop/random.js";
import { buildDataset } from "../../src/builds/dataset/step.js";
import { resolveDatasets } from "../../src/builds/people/fixtures.js";
import type { DatasetConfig } from "../../src/domain/dataset.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { datasetFiles, peopleFiles, relation } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";

const days = 30;
const customers = Number(process.env.BELLWETHER_TEST_CUSTOMERS ?? 400);
const changedShare = 0.01;

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "snapshots-"));
  engine = await openEngine({ memoryMb: 700, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

interface Customer {
  /** Only every second customer has one. */
  id: string;
  mail: string;
  phone: string;
  first: string;
  last: string;
  street: string;
  city: string;
  zip: string;
}

const syllables = [
  "ba",
  "cor",
  "del",
  "fan",
  "gri",
  "hol",
  "jen",
  "kas",
  "lu",
  "mar",
  "ner",
  "ost",
  "pa",
  "rin",
  "so",
  "tal",
  "ul",
  "ver",
  "wes",
  "zim",
];
const word = (random: Random, parts: number): string => {
  const text = Array.from({ length: parts }, () => pick(random, syllables)).join("");
  return text[0]!.toUpperCase() + text.slice(1);
};
const firsts = (random: Random) => word(random, random() < 0.5 ? 1 : 2);
const place = (random: Random) => ({
  street: `${1 + Math.floor(400 * random())} ${word(random, 3)} Street`,
  city: word(random, 2),
  zip: String(10_000 + Math.floor(2_000 * random())),
});

let made = 0;
const newMail = (random: Random, { first, last }: Pick<Customer, "first" | "last">): string =>
  `${first}.${last}${made++}@${pick(random, ["mail", "post", "inbox"])}.example`.toLowerCase();
const newPhone = (random: Random): string => `802${String(2_000_000 + Math.floor(7_999_999 * random()))}`;

/** A third live with the customer before them, half of these with one telephone. No two of a family have one first name. */
const newCustomer = (random: Random, n: number, before: Customer | undefined): Customer => {
  const family = before && random() < 1 / 3 ? before : null;
  const named = { first: firstNameIn(random, family), last: family?.last ?? word(random, 3) };
  return {
    id: n % 2 === 0 ? `C${n}` : "",
    mail: newMail(random, named),
    phone: family && random() < 0.5 ? family.phone : newPhone(random),
    ...named,
    ...(family ? { street: family.street, city: family.city, zip: family.zip } : place(random)),
  };
};

const firstNameIn = (random: Random, family: Customer | null): string => {
  const first = firsts(random);
  const isTaken = family !== null && first.slice(0, 2) === family.first.slice(0, 2);
  return isTaken ? firstNameIn(random, family) : first;
};

const newCustomers = (random: Random): Customer[] => {
  const made: Customer[] = [];
  for (let n = 0; n < customers; n++) made.push(newCustomer(random, n, made.at(-1)));
  return made;
};

/** One thing about a customer changes. */
const changed = (random: Random, customer: Customer): Customer => {
  switch (pick(random, ["mail", "phone", "move", "marriage"])) {
    case "mail":
      return { ...customer, mail: newMail(random, customer) };
    case "phone":
      return { ...customer, phone: newPhone(random) };
    case "move":
      return { ...customer, ...place(random) };
    default:
      return { ...customer, last: word(random, 3) };
  }
};

const config: DatasetConfig = {
  identity_sets: {
    customer: {
      ...{
        customer_id: "id",
        email: "mail",
        phone: "phone",
        person_first_name: "first",
        person_last_name: "last",
      },
      ...{ house_number_and_street: ["street"], city: "city", postcode: "zip" },
    },
  },
  options: { type: "hosted_csv", upload_directory: "customers", replace_all_with_latest_file: true },
  output_to_streams: {},
  output_to_traits: {},
};

type Previous = {
  dataset: string;
  people: string;
  result: Awaited<ReturnType<typeof resolveDatasets>>["result"];
};

/** The person of each customer after a day's file. */
const build = async (day: number, known: readonly Customer[], previous: Previous | null) => {
  const file = path.join(root, `day-${day}.csv`);
  const csv = [
    "id,mail,phone,first,last,street,city,zip",
    ...known.map((own) => Object.values(own).join(",")),
    "",
  ].join("\n");
  await writeFile(file, csv);
  const dir = await mkdtemp(path.join(root, "dataset-"));
  const arrived = { path: file, filename: "customers.csv", bytes: csv.length, arrived_at: day };
  const result = await buildDataset(
    {
      config,
      files: [arrived],
      history: {
        replaced: [],
        arrivalsThrough: day,
        previous: previous && { dir: previous.dataset, through: day - 1 },
        known: null,
      },
    },
    { engine, dir, now: day, seed: 1, progress: () => {} },
  );
  const datasets = [{ id: "customers", dir, result, privacy: undefined }];
  const people = await resolveDatasets(engine, root, datasets, {
    previousDir: previous?.people ?? null,
    ...(previous && { previousResult: previous.result }),
    minIncremental: 1_000,
  });
  const rows = await engine.rows<{ mail: string; person: string }>(sql`
    select own.email as mail, cast(person.person_id as varchar) as person
    from ${relation(datasetFiles(dir).identities)} as own
    join ${relation(peopleFiles(people.dir).persons)} as person on person.identity_key = own.identity_key`);
  if (previous) {
    await rm(previous.dataset, { recursive: true });
    await rm(previous.people, { recursive: true });
  }
  const byMail = new Map(rows.map(({ mail, person }) => [mail, person]));
  return {
    ids: known.map(({ mail }) => byMail.get(mail)),
    next: { dataset: dir, people: people.dir, result: people.result },
  };
};

test(`after ${days} daily files hardly any customer has another id`, async () => {
  const random = randomFor(17, 30);
  let known = newCustomers(random);
  let { ids, next } = await build(1, known, null);
  const first = ids;
  for (let day = 2; day <= days; day++) {
    known = known.map((customer) => (random() < changedShare ? changed(random, customer) : customer));
    const was = ids;
    ({ ids, next } = await build(day, known, next));
    if (process.env.LOOK) known.forEach((c, n) => { if (was[n] !== ids[n]) console.log(day, n, was[n], ids[n], first[n], JSON.stringify(c)); });
  }
  const other = known.flatMap((customer, n) => (ids[n] === first[n] ? [] : [customer]));
  const keyed = other.filter(({ id }) => id !== "").length;
  process.stdout.write(
    `${customers} customers, ${days} days: ${keyed} other ids with a customer ID, ${other.length - keyed} without\n`,
  );
  expect(keyed).toBe(0);
  expect(other.length - keyed).toBeLessThanOrEqual(Math.ceil(customers / 2 / 10_000));
});
