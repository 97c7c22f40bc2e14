// Made-up sets: customers as three owners would have them (with all fields, with names and addresses only,
// and with everyone living alone), a retailer with two channels, historical people, a shop in four countries
// and one in ten languages, organisations, and a few people of few names.

import type { IdentitySet } from "../../src/domain/data/dataset.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { countryColumns, countryIdentity, countryRows } from "./countries/customers.js";
import { type CustomersOptions, writeCustomers } from "./customers.js";
import { fewNamesColumns, fewNamesIdentity, fewNamesRows } from "./few-names.js";
import { historicalColumns, historicalIdentity, historicalRows } from "./historical.js";
import { type LabelledRow, type LabelledSet, writeLabelled } from "./labelled-set.js";
import { organisationColumns, organisationIdentity, organisationRows } from "./organisations.js";
import { recipientIdentity, retailColumns, retailIdentity, retailRows } from "./retailer/retailer.js";
import { worldColumns, worldIdentity, worldRows } from "./world/customers.js";

const nameAndAddress: IdentitySet = {
  person_first_name: "first_name",
  person_last_name: "last_name",
  house_number_and_street: ["address_1", "address_2"],
  city: "city",
  state: "state",
  postcode: "postcode",
};
const allFields: IdentitySet = { ...nameAndAddress, email: "email", phone: "phone" };

interface CustomerSet {
  families: boolean;
  identity: IdentitySet;
}

const customerSets: Record<string, CustomerSet> = {
  families: { families: true, identity: allFields },
  families_address: { families: true, identity: nameAndAddress },
  singles: { families: false, identity: allFields },
};

interface LabelledSource {
  identity: IdentitySet;
  recipient?: IdentitySet;
  columns: readonly string[];
  rows: (count: number, seed: number) => LabelledRow[];
  /** At most this many rows; absent: as many as wanted. */
  max?: number;
}

const world = { identity: worldIdentity, columns: worldColumns, rows: worldRows };
/** Rows of the files of ten languages: also a few, in which hardly anything can be learned. */
const worldSizes = [24, 60, 600, 2_000, 50_000];

const labelledSources: Record<string, LabelledSource> = {
  retailer: {
    identity: retailIdentity,
    recipient: recipientIdentity,
    columns: retailColumns,
    rows: retailRows,
    max: 50_000,
  },
  historical: {
    identity: historicalIdentity,
    columns: historicalColumns,
    rows: historicalRows,
    max: 50_000,
  },
  countries: { identity: countryIdentity, columns: countryColumns, rows: countryRows, max: 50_000 },
  organisations: {
    identity: organisationIdentity,
    columns: organisationColumns,
    rows: organisationRows,
    max: 3_500,
  },
  few_names: { identity: fewNamesIdentity, columns: fewNamesColumns, rows: fewNamesRows },
  ...Object.fromEntries(worldSizes.map((max) => [`world_${max}`, { ...world, max }])),
};

export const syntheticNames: readonly string[] = [
  ...Object.keys(customerSets),
  ...Object.keys(labelledSources),
];

/** Writes the set below `dir`; of customers, with `newShare` as two files. */
export const syntheticSet = async (
  name: string,
  dir: string,
  options: Omit<CustomersOptions, "families">,
  newShare = 0,
): Promise<LabelledSet> => {
  const source = labelledSources[name];
  if (source === undefined) return customerSet(name, dir, options, newShare);
  const { columns, rows, max = Infinity, ...set } = source;
  return writeLabelled(dir, { name, ...set }, columns, rows(Math.min(options.records, max), options.seed));
};

const customerSet = async (
  name: string,
  dir: string,
  options: Omit<CustomersOptions, "families">,
  newShare: number,
): Promise<LabelledSet> => {
  const { families, identity } = customerSets[name]!;
  const { files, truthFile } = await writeCustomers(dir, { ...options, families }, newShare);
  return {
    name,
    files,
    identity,
    truth: sql`read_csv(${truthFile}, header = true, delim = ',', columns = {record: 'bigint', person: 'bigint'})`,
  };
};
