import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openNewStore } from "../../test/support/new-store.js";
import type { Db } from "../db/connection.js";
import { createAccount } from "../store/accounts.js";
import { insertResource } from "../store/resources.js";
import { forgetSealingCommand, seal, sealingKey, sealingKeyFile, unseal } from "../store/secrets.js";
import { quiet } from "./fixtures.js";
import { run } from "./run.js";

/** A store with a sealed secret of each kind. */
const storeWithSecrets = async (key: (dir: string) => Buffer) => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-sealing-"));
  const db = await openNewStore(path.join(dir, "bellwether.sqlite"));
  onTestFinished(async () => {
    forgetSealingCommand();
    await db.close();
    rmSync(dir, { recursive: true });
  });
  const { id: accountId } = await createAccount(db.kysely, { name: "Shop", email: "" }, 1);
  const sealed = (secret: string) => seal(key(dir), secret);
  const options = {
    type: "postgres",
    host: "db.example.com",
    port: 5432,
    database: "shop",
    user: "u",
    sslmode: "prefer",
    schema: "public",
    sealed_password: sealed("password"),
  } as const;
  await db.transaction((trx) =>
    insertResource(
      trx,
      {
        accountId,
        type: "connections",
        name: "Shop",
        upstreamIds: [],
        config: { name: "Shop", options },
      } as never,
      1,
    ),
  );
  await db.kysely
    .insertInto("app_user")
    .values({
      id: "u",
      email: "a@b.c",
      email_key: "a@b.c",
      hash: null,
      email_confirmed_at: null,
      created_at: 1,
    })
    .execute();
  await db.kysely
    .insertInto("second_factor")
    .values({
      user_id: "u",
      sealed_secret: sealed("factor"),
      last_step: 0,
      recovery_hashes: "[]",
      confirmed_at: 1,
      created_at: 1,
    })
    .execute();
  await db.kysely
    .insertInto("sso_provider")
    .values({
      id: "p",
      account_id: accountId,
      name: "IdP",
      issuer: "https://idp.example.com",
      client_id: "c",
      sealed_secret: sealed("provider"),
      config: "{}",
      created_at: 1,
      updated_at: 1,
    })
    .execute();
  return { dir, db };
};

const secretsIn = async ({ kysely }: Db, key: Buffer): Promise<string[]> => {
  const [connection] = await kysely.selectFrom("resource").select("config").execute();
  const [factor] = await kysely.selectFrom("second_factor").select("sealed_secret").execute();
  const [provider] = await kysely.selectFrom("sso_provider").select("sealed_secret").execute();
  const sealed = [
    JSON.parse(connection!.config).options.sealed_password,
    factor!.sealed_secret,
    provider!.sealed_secret!,
  ];
  return sealed.map((each) => unseal(key, each));
};

const rotate = async (environment: Record<string, string>) => {
  const { terminal, err } = quiet(environment);
  return { code: await run(["sealing", "rotate"], terminal), err: err() };
};

const all = ["password", "factor", "provider"];

test("the key is replaced, every secret is sealed under the new one, and the old one opens nothing", async () => {
  const { dir, db } = await storeWithSecrets(sealingKey);
  const old = readFileSync(sealingKeyFile(dir));
  expect(await rotate({ BELLWETHER_DATA: dir })).toMatchObject({
    code: 0,
    err: expect.stringContaining("Sealed 3 secrets under the new key."),
  });
  const fresh = readFileSync(sealingKeyFile(dir));
  expect(fresh).toHaveLength(32);
  expect(fresh.equals(old)).toBe(false);
  expect(statSync(sealingKeyFile(dir)).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir).filter((name) => name.startsWith("sealing"))).toEqual(["sealing.key"]);
  expect(await secretsIn(db, fresh)).toEqual(all);
  await expect(secretsIn(db, old)).rejects.toThrow();
});

test("after an interruption both keys open, and the command goes on where it was", async () => {
  const { dir, db } = await storeWithSecrets(sealingKey);
  const old = readFileSync(sealingKeyFile(dir));
  const begun = Buffer.alloc(32, 7);
  writeFileSync(sealingKeyFile(dir), Buffer.concat([begun, old]));
  expect(await secretsIn(db, sealingKey(dir))).toEqual(all);
  expect((await rotate({ BELLWETHER_DATA: dir })).code).toBe(0);
  expect(readFileSync(sealingKeyFile(dir)).equals(begun)).toBe(true);
  expect(await secretsIn(db, begun)).toEqual(all);
});

test("a secret that no key opens is named, and no key is removed", async () => {
  const { dir, db } = await storeWithSecrets(sealingKey);
  await db.kysely
    .updateTable("second_factor")
    .set({ sealed_secret: seal(Buffer.alloc(32, 1), "of another installation") })
    .execute();
  expect(await rotate({ BELLWETHER_DATA: dir })).toMatchObject({
    code: 5,
    err: expect.stringContaining("second factor of user u"),
  });
  expect(readFileSync(sealingKeyFile(dir))).toHaveLength(64);
});

test("a command gives the key, which is in no file, and several while it is replaced", async () => {
  const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const { dir, db } = await storeWithSecrets(() => old);
  const printing = (...keys: Buffer[]) => keys.map((key) => `echo ${key.toString("base64")}`).join("; ");
  const environment = { BELLWETHER_DATA: dir, BELLWETHER_SEALING_KEY_COMMAND: printing(fresh, old) };
  expect(await rotate(environment)).toMatchObject({
    code: 0,
    err: expect.stringContaining("Sealed 3 secrets"),
  });
  expect(await secretsIn(db, sealingKey(dir, printing(fresh)))).toEqual(all);
  expect(readdirSync(dir)).not.toContain("sealing.key");
});

test.each([
  ["exit 3", "BELLWETHER_SEALING_KEY_COMMAND ended with 3."],
  ["echo c2hvcnQ=", "must print a key of 32 bytes in base64"],
  ["true", "It printed 0 lines."],
])("a command that gives no key is an error without its output: %s", (keyCommand, message) => {
  expect(() => sealingKey("/nowhere", keyCommand)).toThrow(message);
});
