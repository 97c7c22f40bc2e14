// Shared values in small files: namesakes, colleagues with one mailbox, spoilt columns. Such a file says
// little, and says it many times.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import type { TestRecord } from "../../warehouse/persons/fixtures.js";
import { groupRecords } from "./fixtures.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "shared-values-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const peopleIn = async (records: readonly TestRecord[]): Promise<number> =>
  new Set(await groupRecords(engine, root, records, {})).size;

const firsts = "Ada Boris Cleo Dora Emil Fay Gus Hana Ivo Jo Karl Lola Mina Nils Olga Paul Quin Rosa".split(
  " ",
);
const lasts = "Abbott Becker Castro Dunn Engel Farr Gray Holt Ivers Jansen Krause Lund Mott".split(" ");

/** Neighbours are unlike: mailboxes that differ in a letter would pass for slips of the pen. */
const mailbox = (i: number): string =>
  `${((i * 7_919 + 11) % 1_000_003).toString(36)}${((i * 104_729 + 7) % 999_983).toString(36)}@mail${i % 9}.example`;

/** Customers with a number and a mailbox of their own; the first ones are namesakes. */
const customers = (all: number, namesakes: number, name: string): TestRecord[] =>
  Array.from({ length: all }, (_, i) => ({
    customer_id: `K${1000 + i}`,
    person_full_name:
      i < namesakes ? name : `${firsts[i % firsts.length]} ${lasts[(i * 5) % lasts.length]}${i}`,
    email: mailbox(i),
    seen: i,
  }));

describe("namesakes with a number and a mailbox of their own are that many people", () => {
  test.each([
    [24, 24, "Anna Meyer"],
    [24, 24, "Anna Maria Meyer"],
    [24, 24, "Anna M Meyer"],
    [24, 6, "Nguyen Thi Lan"],
    [300, 12, "Maria Garcia Lopez"],
    [300, 12, "Maria G. Lopez"],
    [300, 12, "Walk In Customer"],
  ])("among %i customers, %i called %s", async (all, namesakes, name) => {
    expect(await peopleIn(customers(all, namesakes, name))).toBe(all);
  });
});

test("two records of one person with a middle initial are still one", async () => {
  const home = { house_number_and_street: "12 Elm Street", postcode: "05401" };
  const john: TestRecord = { person_first_name: "John R", person_last_name: "Abernathy", ...home };
  const records = [
    john,
    { ...john, person_first_name: "John", email: "john@example.com" },
    ...customers(24, 0, ""),
  ];
  expect(await peopleIn(records)).toBe(25);
});

describe("an office with one mailbox", () => {
  const numbers = ["K1", "K2", "K3", "K4", "K5", "K6"];
  const others = Array.from({ length: 24 }, (_, i) => ({ customer_id: `C${i}`, email: mailbox(i) }));

  test("is as many people as have a customer ID of their own", async () => {
    const office = numbers.map((customer_id) => ({
      customer_id,
      email: "orders@firm.example",
      phone: "+49 30 5551234",
    }));
    expect(await peopleIn([...office, ...others])).toBe(30);
  });

  test("is as many people as have a name and a customer ID of their own", async () => {
    const names = ["Bo Reed", "Cy Lane", "Dee Lane", "Eli Hill", "Fay Ford", "Gus Reed"];
    const office = numbers.map((customer_id, i) => ({
      customer_id,
      person_full_name: names[i]!,
      email: "orders@firm.example",
      phone: "+49 30 5551234",
    }));
    expect(await peopleIn([...office, ...others])).toBe(30);
  });

  test("is one person with two accounts, where two numbers have it", async () => {
    const two = ["K1", "K2"].map((customer_id) => ({ customer_id, email: "ada@example.com" }));
    expect(await peopleIn([...two, ...others])).toBe(25);
  });
});

describe("an ID that tells nobody apart identifies nobody", () => {
  test("because a spreadsheet has rounded it", async () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({
      customer_id: i % 2 ? "9.91214E+15" : "9.91215E+15",
      email: mailbox(i),
    }));
    expect(await peopleIn(rows)).toBe(30);
  });

  test("because nearly all records have it", async () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({
      customer_id: i < 27 ? "SHOP" : `C${i}`,
      email: mailbox(i),
    }));
    expect(await peopleIn(rows)).toBe(30);
  });

  test("but the one customer of a small file keeps theirs", async () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({ customer_id: "C1", email: mailbox(i % 3) }));
    expect(await peopleIn(rows)).toBe(1);
  });
});

test("a mailbox and a telephone of several names are no key of two families", async () => {
  const colleague = (first: string, last: string, seen: number): TestRecord => ({
    person_first_name: first,
    person_last_name: last,
    email: "office@firm.example",
    phone: "802 863 4417",
    seen,
  });
  const names: [string, string][] = [
    ["Ibrahim", "Mansour"],
    ["Ibrahim", "Otaibi"],
    ["Sara", "Haddad"],
    ["Omar", "Khalil"],
  ];
  const colleagues = names.map(([first, last], i) => colleague(first, last, i));
  const exact = { identity_resolution: { mode: "exact" as const } };
  expect(await groupRecords(engine, root, colleagues, exact)).toEqual([0, 1, 2, 3]);
});

test("the schools of one agency, with its address and telephone, are as many as their names", async () => {
  const school = (person_full_name: string, seen: number): TestRecord => ({
    person_full_name,
    house_number_and_street: "12 Market Street",
    postcode: "60601",
    phone: "312 863 4417",
    seen,
  });
  const names = ["Little Angels", "Little Stars", "Robinson Friends", "Bright Minds", "Bright Hearts"];
  const written = names.flatMap((name) => [`${name} Child Care Center`, `${name} Child Care Center, Inc.`]);
  const groups = await groupRecords(engine, root, written.map(school), {});
  expect(groups).toEqual([0, 0, 2, 2, 4, 4, 6, 6, 8, 8]);
});

test("a family that shares its mailbox, telephone and home is not one person in a file of itself alone", async () => {
  const member = (person_first_name: string, seen: number): TestRecord => ({
    person_first_name,
    person_last_name: "Sharma",
    house_number_and_street: "113 Station Road",
    postcode: "91443",
    email: "family@post.example",
    phone: "802 863 4417",
    seen,
  });
  expect(await peopleIn(["Manoj", "Anil", "Geeta", "Sunita"].map(member))).toBe(4);
});

test("a first name at a house is somebody, and the same one there is the same person", async () => {
  const record = (person_first_name: string, seen: number): TestRecord => ({
    person_first_name,
    house_number_and_street: "113 Station Road",
    postcode: "91443",
    seen,
  });
  const groups = await groupRecords(engine, root, [record("Wahyudi", 0), record("Agnieszka", 1)], {});
  expect(groups).toEqual([0, 1]);
});
