// Synthetic sets as three owners would have them: with all fields, with names and addresses only, and with everyone living alone.

import type { IdentitySet } from "../../src/domain/dataset.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { type CustomersOptions, writeCustomers } from "./customers.js";
import type { LabelledSet } from "./labelled-set.js";

const nameAndAddress: IdentitySet = {
  person_first_name: "first_name",
  person_last_name: "last_name",
  house_number_and_street: ["address_1", "address_2"],
  city: "city",
  state: "state",
  postcode: "postcode",
};
const allFields: IdentitySet = { ...nameAndAddress, email: "email", phone: "phone" };

interface SyntheticSet {
  families: boolean;
  identity: IdentitySet;
}

const syntheticSets: Record<string, SyntheticSet> = {
  families: { families: true, identity: allFields },
  families_address: { families: true, identity: nameAndAddress },
  singles: { families: false, identity: allFields },
};

export const syntheticNames: readonly string[] = Object.keys(syntheticSets);

/** Writes the set below `dir`; with `newShare` as two files. */
export const syntheticSet = async (
  name: string,
  dir: string,
  options: Omit<CustomersOptions, "families">,
  newShare = 0,
): Promise<LabelledSet> => {
  const { families, identity } = syntheticSets[name]!;
  const { files, truthFile } = await writeCustomers(dir, { ...options, families }, newShare);
  return {
    name,
    files,
    identity,
    truth: sql`read_csv(${truthFile}, header = true, delim = ',', columns = {record: 'bigint', person: 'bigint'})`,
  };
};
