// Synthetic customers as in a shop's systems: a quarter of the records belong to a person who is already
// there. The same arguments give the same bytes. The true person of each record is in a file of its own,
// which the service does not see.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { openCsv } from "../../examples/shop/csv.js";
import { chance, type Random, randomFor } from "../../examples/shop/random.js";
import type { RecordError } from "./errors.js";
import { drawHousehold } from "./household.js";
import { recordColumns, type WrittenRecord, writeRecord } from "./record.js";

export interface CustomersOptions {
  records: number;
  seed: number;
  /** Whether households have several members. */
  families: boolean;
  /** Share of records that repeat the previous one exactly, as in an order log; 0 if absent. */
  repeated?: number;
}

export interface CustomerRecord {
  record: WrittenRecord;
  /** Numbered from 0. */
  person: number;
  errors: readonly RecordError[];
}

/** Records of one household follow one another. */
export function* customerRecords(options: CustomersOptions): Generator<CustomerRecord> {
  let left = options.records;
  for (const record of endlessRecords(options)) {
    if (left-- === 0) return;
    yield record;
  }
}

function* endlessRecords({ seed, families, repeated = 0 }: CustomersOptions): Generator<CustomerRecord> {
  for (let house = 0, person = 0; ; house++) {
    const random = randomFor(seed, house);
    for (const member of drawHousehold(random, house, families)) {
      const later = laterRecords(random);
      for (let nth = 0; nth <= later; nth++) {
        const written = { ...writeRecord(member, nth > 0, `${person}x${nth}`, random), person };
        do yield written;
        while (chance(random, repeated));
      }
      person++;
    }
  }
}

const maxLater = 11;

/** Most people have one record. On average a person has a third of a later record, which makes a quarter of all. */
const laterRecords = (random: Random): number => {
  if (!chance(random, 0.22)) return 0;
  let later = 1;
  while (later < maxLater && chance(random, 0.34)) later++;
  return later;
};

export interface CustomerFiles {
  /** In the order in which they arrive. */
  files: string[];
  /** record and person, one row per record. */
  truthFile: string;
}

/** A random share `newShare` of the records goes to a second file. Numbers run through both. */
export const writeCustomers = async (
  dir: string,
  options: CustomersOptions,
  newShare = 0,
): Promise<CustomerFiles> => {
  await mkdir(dir, { recursive: true });
  const names = newShare > 0 ? ["customers.csv", "new.csv"] : ["customers.csv"];
  const files = names.map((name) => path.join(dir, name));
  const outputs = files.map((file) => openCsv(file, ["record", ...recordColumns]));
  const truthFile = path.join(dir, "truth.csv");
  const truth = openCsv(truthFile, ["record", "person"]);
  const isNew = randomFor(options.seed, -1);
  let number = 0;
  for (const { record, person } of customerRecords(options)) {
    const output = outputs[isNew() < newShare ? 1 : 0]!;
    await output.write([number, ...recordColumns.map((column) => record[column])]);
    await truth.write([number++, person]);
  }
  await Promise.all([...outputs, truth].map((output) => output.close()));
  return { files, truthFile };
};
