// Made-up customers as a shop's systems have them: a quarter of the records are of somebody who is there already. The same
// arguments give the same bytes; who is who is written beside, in a file that nobody shows to the service.

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
  /** Whether people live together. */
  families: boolean;
  /** Share of the records, as an order log has them, that repeat one before them to the letter; 0 if absent. */
  repeated?: number;
}

export interface CustomerRecord {
  record: WrittenRecord;
  /** Numbered from 0. */
  person: number;
  errors: readonly RecordError[];
}

/** Household by household. */
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

const mostLater = 11;

/** Most are there once; who comes back may do so again. A third of a record a person, which makes a quarter of all. */
const laterRecords = (random: Random): number => {
  if (!chance(random, 0.22)) return 0;
  let later = 1;
  while (later < mostLater && chance(random, 0.34)) later++;
  return later;
};

export interface CustomerFiles {
  /** In the order in which they arrive. */
  files: string[];
  /** record and person, one row per record. */
  truthFile: string;
}

/** `newShare` of the records, by chance, come in a second file. Records are numbered through both. */
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
