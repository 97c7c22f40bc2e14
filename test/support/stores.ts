// Suites of tests that run on every kind of store: a SQLite file, and a real PostgreSQL server if one is installed.

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe } from "vitest";
import { type Db, type DbOptions, openDb } from "../../src/db/connection.js";
import { needing } from "../run/needs.js";
import { openNewStore } from "./new-store.js";
import { postgresBin } from "./postgres.js";
import { sharedPostgres } from "./shared-postgres.js";

export interface Stores {
  /** The location of an empty store. */
  place(): Promise<DbOptions>;
  /** A store of its own, closed when the suite ends. */
  open(): Promise<Db>;
}

export const onEveryStore = (suite: (stores: Stores) => void): void => {
  describe("on SQLite", () => suite(sqliteStores()));
  const bin = postgresBin();
  describe("on PostgreSQL", needing("PostgreSQL", bin !== undefined), () => suite(postgresStores(bin!)));
};

/** Everything that a walk through the store finds. */
export const allOf = async <T>(found: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const each of found) all.push(each);
  return all;
};

const sqliteStores = (): Stores => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(path.join(tmpdir(), "bw-store-"));
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const file = () => path.join(dir, `${randomUUID()}.sqlite`);
  return closingAtEnd(
    async () => ({ file: file() }),
    () => openNewStore(file()),
  );
};

const postgresStores = (bin: string): Stores => {
  return closingAtEnd(async () => {
    const server = await sharedPostgres(bin);
    const schema = `store_${randomUUID().replaceAll("-", "")}`;
    await createSchema(server.url("public"), schema);
    return { url: server.url(schema) };
  });
};

const createSchema = async (url: string, schema: string): Promise<void> => {
  const db = await openDb({ url });
  await sql`create schema ${sql.id(schema)}`.execute(db.kysely);
  await db.close();
};

const closingAtEnd = (
  place: Stores["place"],
  open: Stores["open"] = async () => openDb(await place()),
): Stores => {
  const opened: Db[] = [];
  afterAll(() => Promise.all(opened.map((db) => db.close())));
  return {
    place,
    async open() {
      const db = await open();
      opened.push(db);
      return db;
    },
  };
};
