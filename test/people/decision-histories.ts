// Random histories of customers in two datasets, and the decisions that an owner makes about them meanwhile.
// What a decision means is kept for the customers themselves, which know what a file does not say: that a
// changed row is still the same customer's.

import { mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
import { chance, pick, type Random } from "../../examples/shop/random.js";
import type { DatasetConfig } from "../../src/domain/data/dataset.js";
import type { TestFile } from "./dataset-builds.js";

/** A row of a customer in one of the datasets. */
export interface Row {
  id: string;
  mail: string;
  phone: string;
  first: string;
  last: string;
  street: string;
  zip: string;
}

/** A customer in one dataset, which the file says nothing about: their row changes, goes and comes back. */
export interface Entry {
  dataset: number;
  group: number;
  row: Row;
  isThere: boolean;
  /** The row as of the last build. */
  built: Row | null;
}

const firsts = "Ada Ben Cleo Dora Emil Finn Gina Hugo Ida Jan Kira Leo".split(" ");

/** Neighbouring numbers are far apart: values that differ in a digit would pass for slips of the pen. */
const spread = (n: number): number => (n * 486_187_739) % 1_000_003;

export interface HistoryOptions {
  groups: number;
  /** Whether the files have a customer number. */
  hasNumbers: boolean;
  /** Whether a customer has one number in both datasets. */
  isNumberShared: boolean;
  /** Whether the second dataset is upserted, by the customer number. */
  isUpserted: boolean;
  /** Whether each file of the first dataset has another name than the one that it replaces. */
  isMoved: boolean;
}

/** A customer of no group, whom a privacy list names at times. */
const listed: Row = {
  id: "",
  mail: "erased@example.com",
  phone: "",
  first: "Zita",
  last: "Quiller",
  street: "7 Pine Street",
  zip: "00501",
};
export const listedContact = { email: listed.mail };

export class History {
  readonly files: [TestFile[], TestFile[]] = [[], []];
  readonly entries: Entry[] = [];
  private next = 0;
  private moment = 0;

  constructor(
    private readonly random: Random,
    private readonly root: string,
    readonly options: HistoryOptions,
  ) {
    for (let group = 0; group < options.groups; group++)
      for (let customer = 0; customer < 3; customer++) this.addCustomer(group, customer);
  }

  private addCustomer(group: number, customer: number): void {
    const n = this.next++;
    // The customers of a group live together, and some share a telephone.
    const home = 1000 * (group + 1);
    const row: Row = {
      id: this.options.hasNumbers ? `C${spread(n)}` : "",
      mail: this.mailbox(),
      phone: chance(this.random, 0.3) ? this.phone(home) : this.phone(this.next++),
      first: firsts[(group + customer) % firsts.length]!,
      last: `Last${spread(home).toString(36).replaceAll(/[0-9]/g, "q")}`,
      street: `${(spread(home) % 900) + 1} Oak Street`,
      zip: String(10_000 + (spread(home) % 89_999)),
    };
    this.entries.push({ dataset: 0, group, row, isThere: true, built: null });
    if (!chance(this.random, 0.6)) return;
    const number = this.options.hasNumbers && !this.options.isNumberShared ? { id: `D${spread(n)}` } : {};
    const other = chance(this.random, 0.4) ? row : { ...row, phone: this.phone(this.next++) };
    this.entries.push({ dataset: 1, group, row: { ...other, ...number }, isThere: true, built: null });
  }

  private mailbox(): string {
    const n = this.next++;
    return `${spread(n).toString(36)}${spread(n + 500_000).toString(36)}@example.com`;
  }

  private phone(n: number): string {
    return `802${String(2_000_000 + spread(n))}`;
  }

  /** Changes, removals and returns, each of some entries. */
  step(): void {
    for (const entry of this.entries) {
      const isKept = entry.dataset === 1 && this.options.isUpserted;
      if (!entry.isThere) {
        if (!chance(this.random, 0.5)) continue;
        entry.isThere = true;
        // Without a number of their own, nobody could tell who came back otherwise.
        const { hasNumbers, isNumberShared } = this.options;
        if (hasNumbers && !isNumberShared && chance(this.random, 0.5)) this.change(entry);
      } else if (chance(this.random, 0.25)) this.change(entry);
      else if (!isKept && chance(this.random, 0.12) && this.mayLeave(entry)) entry.isThere = false;
    }
  }

  private mayLeave({ row, built }: Entry): boolean {
    return row === built || (this.options.hasNumbers && !this.options.isNumberShared);
  }

  private change(entry: Entry): void {
    const { row } = entry;
    const place = this.next++;
    const home = { street: `${(spread(place) % 900) + 1} Elm Street`, zip: String(10_000 + spread(place)) };
    const name = { last: `New${spread(place).toString(36).replaceAll(/[0-9]/g, "q")}` };
    const [mail, phone] = [this.mailbox(), this.phone(this.next++)];
    const kinds: Partial<Row>[] = [{ mail }, { phone }, home, name];
    // With a customer number everything may change at once.
    if (this.options.hasNumbers) kinds.push({ ...home, ...name, mail, phone });
    entry.row = { ...row, ...pick(this.random, kinds) };
  }

  /** Writes the files of this moment. */
  async arrive(): Promise<void> {
    for (const dataset of [0, 1] as const) {
      const there = this.entries.filter((entry) => entry.dataset === dataset && entry.isThere);
      const arrived_at = ++this.moment;
      const isUpserted = dataset === 1 && this.options.isUpserted;
      const hasOtherName = isUpserted || (dataset === 0 && this.options.isMoved);
      const filename = hasOtherName ? `rows-${arrived_at}.csv` : "rows.csv";
      const file = path.join(await mkdtemp(path.join(this.root, "file-")), filename);
      const rows = [...there.map(({ row }) => row), ...(dataset === 0 ? [listed] : [])];
      const csv = `${["id,mail,phone,first,last,street,zip", ...rows.map((row) => Object.values(row).join(","))].join("\n")}\n`;
      await writeFile(file, csv);
      const versions = this.files[dataset];
      if (!isUpserted) for (const old of versions) old.replaced_at ??= arrived_at;
      versions.push({ path: file, filename, bytes: csv.length, arrived_at, replaced_at: null });
    }
  }

  get now(): number {
    return this.moment;
  }

  configs(): [DatasetConfig, DatasetConfig] {
    const { hasNumbers, isUpserted } = this.options;
    const config: DatasetConfig = {
      identity_sets: {
        customer: {
          ...(hasNumbers && { customer_id: "id" }),
          email: "mail",
          phone: "phone",
          person_first_name: "first",
          person_last_name: "last",
          house_number_and_street: ["street"],
          postcode: "zip",
        },
      },
      options: { type: "hosted_csv", upload_directory: "rows" },
      output_to_streams: {},
      output_to_traits: {},
    };
    return [config, isUpserted ? { ...config, upsert_columns: ["id"] } : config];
  }
}

/** A record that a decision names: as it was then, of one or several entries, which were alike. */
interface Named {
  row: string;
  entries: readonly Entry[];
}

/** Decision of the owner about two records. */
interface Meant {
  id: string;
  left: Named;
  right: Named;
}

/** The decisions in effect: pairs of records that are one person, or two. */
export class Meaning {
  together: Meant[] = [];
  apart: Meant[] = [];
  private readonly isOneByNumber: boolean;

  constructor({ hasNumbers, isNumberShared }: HistoryOptions) {
    this.isOneByNumber = hasNumbers && isNumberShared;
  }

  merge(id: string, ones: readonly Entry[][], others: readonly Entry[][]): void {
    this.withdraw(ones, others);
    this.together.push(...pairs(id, ones, others));
  }

  split(id: string, ones: readonly Entry[][], others: readonly Entry[][]): void {
    this.withdraw(ones, others);
    this.apart.push(...pairs(id, ones, others));
  }

  undo(id: string): void {
    this.together = this.together.filter((pair) => pair.id !== id);
    this.apart = this.apart.filter((pair) => pair.id !== id);
  }

  private withdraw(ones: readonly Entry[][], others: readonly Entry[][]): void {
    const isKept = (pair: Meant) => !this.isBetween(pair, ones.flat(), others.flat());
    this.together = this.together.filter(isKept);
    this.apart = this.apart.filter(isKept);
  }

  private isBetween({ left, right }: Meant, ones: readonly Entry[], others: readonly Entry[]): boolean {
    const isAny = (one: Named, among: readonly Entry[]) => among.some((entry) => this.isAbout(one, entry));
    return (isAny(left, ones) && isAny(right, others)) || (isAny(left, others) && isAny(right, ones));
  }

  /**
   * A record is what a row says, whichever dataset has it. So a decision about a customer of one dataset is
   * also one about a customer of the other who appears with the very row that it names: the owner sees one
   * record, and the files say nothing that would tell whose it is. And while a customer is away from a
   * dataset, their record in the other one, with their number, stands for them, unless the owner has parted
   * the two.
   */
  private isAbout({ row, entries }: Named, entry: Entry): boolean {
    const isParted = (one: Entry) =>
      this.apart
        .flatMap(eachPair)
        .some(([, ...pair]) => one !== entry && pair.includes(one) && pair.includes(entry));
    const standsFor = (one: Entry) =>
      this.isOneByNumber && one.built === null && one.row.id === entry.row.id && !isParted(one);
    return entries.includes(entry) || JSON.stringify(entry.built) === row || entries.some(standsFor);
  }

  /** Decisions that do not hold, in words. `personOf`: of an entry that is there. */
  lost(personOf: (entry: Entry) => string | undefined): string[] {
    const parted = this.apart.flatMap(eachThere).filter(([, left, right]) => !areAlike(left, right));
    const merged = this.together.flatMap(eachThere);
    const contradicted = this.contradictions(merged, parted);
    return [
      ...parted
        .filter(([, left, right]) => personOf(left) === personOf(right))
        .map((pair) => `${described(pair)} are one person`),
      ...merged
        .filter(([, left, right]) => !contradicted(left) && personOf(left) !== personOf(right))
        .map((pair) => `${described(pair)} are two people`),
    ];
  }

  /**
   * Whether an entry is merged, over others, with one that it is kept apart from: which of the merges hold is
   * open. Records with one number are one customer, so that decisions about either contradict each other,
   * also while one is away.
   */
  private contradictions(merged: readonly Pair[], parted: readonly Pair[]): (entry: Entry) => boolean {
    if (!this.isOneByNumber) {
      const found = partedThoughJoined(merged, parted);
      return (entry) => found.has(entry);
    }
    const numbers = (pairs: readonly Meant[]) => pairs.flatMap(eachPair).map(byNumber);
    const found = partedThoughJoined(numbers(this.together), numbers(this.apart));
    return (entry) => found.has(entry.row.id);
  }
}

type Pair = readonly [id: string, left: Entry, right: Entry];

const eachPair = ({ id, left, right }: Meant): Pair[] =>
  left.entries.flatMap((one) => right.entries.map((other) => [id, one, other] as const));

const eachThere = (pair: Meant): Pair[] =>
  eachPair(pair).filter(([, one, other]) => one.isThere && other.isThere);

const byNumber = ([id, left, right]: Pair) => [id, left.row.id, right.row.id] as const;

const areAlike = (left: Entry, right: Entry): boolean =>
  JSON.stringify(left.row) === JSON.stringify(right.row);

const described = ([id, ...entries]: Pair): string =>
  `${id}: ${entries.map(({ dataset, row }) => `${row.first} ${row.id} ${row.mail} of ${dataset}`).join(" and ")}`;

const pairs = (id: string, ones: readonly Entry[][], others: readonly Entry[][]): Meant[] =>
  ones.flatMap((left) => others.map((right) => ({ id, left: named(left), right: named(right) })));

const named = (entries: readonly Entry[]): Named => ({ row: JSON.stringify(entries[0]!.built), entries });

/** All that are joined, over others, with one that they are parted from. */
const partedThoughJoined = <Customer>(
  joined: readonly (readonly [id: string, left: Customer, right: Customer])[],
  parted: readonly (readonly [id: string, left: Customer, right: Customer])[],
): Set<Customer> => {
  const groups = new Map<Customer, Set<Customer>>();
  for (const [, left, right] of joined) {
    const all = new Set([...(groups.get(left) ?? [left]), ...(groups.get(right) ?? [right])]);
    for (const customer of all) groups.set(customer, all);
  }
  return new Set(
    parted.flatMap(([, left, right]) => (groups.get(left)?.has(right) ? [...groups.get(left)!] : [])),
  );
};
