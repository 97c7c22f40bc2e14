import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { Refusal } from "../errors/refusal.js";
import { createAccount } from "./accounts.js";
import { accountsOf, addMember, changeRole, listMembers, makeOwner, removeMember } from "./members.js";
import { createUser, findUserByEmail, setOwnersPassword } from "./users.js";

const now = 1_700_000_000_000;

type Act = {
  kind: "add" | "remove" | "own" | "role";
  who: number;
  role: "administrator" | "editor" | "viewer";
};
const acts = fc.array(
  fc.record<Act>({
    kind: fc.constantFrom("add", "remove", "own", "role"),
    who: fc.nat(3),
    role: fc.constantFrom("administrator", "editor", "viewer"),
  }),
  { maxLength: 20 },
);

onEveryStore(({ open }) => {
  let db: Db;
  beforeAll(async () => {
    db = await open();
  });

  test("an account has one owner, whatever its members do", async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(acts, async (done) => {
        const emails = [0, 1, 2, 3].map((i) => `${round}-${i}@example.com`);
        round++;
        const account = await createAccount(db.kysely, { name: "Shop", email: emails[0]! }, now);
        await db.transaction((trx) => setOwnersPassword(trx, account, "x", now));
        const accountId = account.id;
        for (const act of done) {
          await db
            .transaction((trx) => perform(trx, accountId, emails, act))
            .catch((error) => {
              if (!(error instanceof Refusal)) throw error;
            });
          const members = await listMembers(db.kysely, accountId);
          expect(members.filter(({ role }) => role === "owner")).toHaveLength(1);
          for (const email of emails) {
            const user = (await findUserByEmail(db.kysely, email))?.user;
            if (user) expect(await accountsOf(db.kysely, user.id)).not.toEqual([]);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  test("of two who leave at once to be nobody's user, none is left behind, and an account keeps its owner", async () => {
    const account = await createAccount(db.kysely, { name: "Shop", email: "owner@example.com" }, now);
    const owner = await db.transaction((trx) => setOwnersPassword(trx, account, "x", now));
    const accountId = account.id;
    const ids = await db.transaction(async (trx) => {
      const made = [];
      for (const email of ["one@example.com", "two@example.com"]) {
        const { id } = await createUser(trx, { email, hash: "x" }, now);
        await addMember(trx, { accountId, userId: id, role: "viewer" }, now);
        made.push(id);
      }
      return made;
    });
    const results = await Promise.allSettled([
      db.transaction((trx) => removeMember(trx, accountId, ids[0]!)),
      db.transaction((trx) => makeOwner(trx, accountId, ids[0]!, now)),
      db.transaction((trx) => removeMember(trx, accountId, ids[1]!)),
      db.transaction((trx) => makeOwner(trx, accountId, owner.id, now)),
    ]);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toBeInstanceOf(Refusal);
    const members = await listMembers(db.kysely, accountId);
    expect(members.filter(({ role }) => role === "owner")).toHaveLength(1);
    expect(await findUserByEmail(db.kysely, "two@example.com")).toBeUndefined();
  });
});

const perform = async (
  trx: Parameters<Parameters<Db["transaction"]>[0]>[0],
  accountId: string,
  emails: readonly string[],
  { kind, who, role }: Act,
): Promise<unknown> => {
  const email = emails[who]!;
  const known = (await findUserByEmail(trx, email))?.user;
  const user = known ?? (kind === "add" ? await createUser(trx, { email, hash: "x" }, now) : undefined);
  const userId = user?.id ?? "nobody";
  switch (kind) {
    case "add":
      return addMember(trx, { accountId, userId, role }, now);
    case "remove":
      return removeMember(trx, accountId, userId);
    case "own":
      return makeOwner(trx, accountId, userId, now);
    case "role":
      return changeRole(trx, { accountId, userId, by: "owner", role });
  }
};
