// Thirty daily files of one shop, each with one record in a hundred changed: how many customers have another
// id at the end.

import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { pick, type Random, randomFor } from "../../examples/shop/random.js";
import { resolveDatasets } from "../../src/builds/people/fixtures.js";
import type { DatasetConfig } from "../../src/domain/data/dataset.js";
import { datasetFiles, peopleFiles, relation } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { openWorkshop } from "../support/workshop.js";
import { DatasetBuilds, type TestFile } from "./dataset-builds.js";

const days = 30;
const customers = Number(process.env.BELLWETHER_TEST_CUSTOMERS ?? 400);
const changedShare = 0.01;
const keyedShare = Number(process.env.BELLWETHER_TEST_KEYED ?? 0.5);

const workshop = openWorkshop("snapshots", 700);

interface Customer {
  /** Empty for some. */
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

/**
 * Every third lives with the customer before them, half of these with one telephone. Families do not share
 * first names.
 */
const newCustomer = (random: Random, n: number, before: Customer | undefined): Customer => {
  const family = before && n % 3 === 2 ? before : null;
  const named = { first: firstNameIn(random, family), last: family?.last ?? word(random, 3) };
  return {
    id: random() < keyedShare ? `C${n}` : "",
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
      customer_id: "id",
      email: "mail",
      phone: "phone",
      person_first_name: "first",
      person_last_name: "last",
      house_number_and_street: ["street"],
      city: "city",
      postcode: "zip",
    },
  },
  options: { type: "hosted_csv", upload_directory: "customers", replace_all_with_latest_file: true },
  output_to_streams: {},
  output_to_traits: {},
};

/** The files of all days, of which each replaces the one before. */
const versions: TestFile[] = [];

const arrive = async (day: number, known: readonly Customer[]): Promise<void> => {
  const file = path.join(workshop.root, `day-${day}.csv`);
  const rows = known.map((own) => Object.values(own).join(","));
  const csv = ["id,mail,phone,first,last,street,city,zip", ...rows, ""].join("\n");
  await writeFile(file, csv);
  const before = versions.at(-1);
  if (before) before.replaced_at = day;
  versions.push({
    path: file,
    filename: "customers.csv",
    bytes: csv.length,
    arrived_at: day,
    replaced_at: null,
  });
};

type Built = Awaited<ReturnType<typeof resolveDatasets>> & { dataset: string };

/** The people of a day's file, and the person of each customer in it. */
const build = async (
  day: number,
  datasets: DatasetBuilds,
  known: readonly Customer[],
  previous: Built | null,
) => {
  await arrive(day, known);
  const { engine, root } = workshop;
  const read = await datasets.buildAt(day);
  const people = await resolveDatasets(engine, root, [read], {
    ...(previous && { previousDir: previous.dir, previousResult: previous.result }),
    minIncremental: 1_000,
  });
  const rows = await engine.rows<{ mail: string; person: string }>(sql`
    select own.email as mail, cast(person.person_id as varchar) as person
    from ${relation(datasetFiles(read.dir).identities)} as own
    join ${relation(peopleFiles(people.dir).persons)} as person on person.identity_key = own.identity_key`);
  if (previous) for (const dir of [previous.dataset, previous.dir]) await rm(dir, { recursive: true });
  const byMail = new Map(rows.map(({ mail, person }) => [mail, person]));
  return { ids: known.map(({ mail }) => byMail.get(mail)), built: { ...people, dataset: read.dir } };
};

test(`after ${days} daily files hardly any customer has another id`, async () => {
  const random = randomFor(17, 30);
  let known = newCustomers(random);
  const datasets = new DatasetBuilds(workshop, "customers", config, versions);
  let { ids, built } = await build(1, datasets, known, null);
  const first = ids;
  for (let day = 2; day <= days; day++) {
    known = known.map((customer) => (random() < changedShare ? changed(random, customer) : customer));
    ({ ids, built } = await build(day, datasets, known, built));
  }
  const other = known.flatMap((customer, n) => (ids[n] === first[n] ? [] : [customer]));
  const keyed = other.filter(({ id }) => id !== "").length;
  process.stdout.write(
    `${customers} customers, ${days} days: ${keyed} other ids with a customer ID, ${other.length - keyed} without\n`,
  );
  expect(keyed).toBe(0);
  expect(other.length - keyed).toBeLessThanOrEqual(Math.ceil((customers * (1 - keyedShare)) / 10_000));
});
