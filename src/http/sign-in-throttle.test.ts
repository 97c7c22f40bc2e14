import { beforeAll, beforeEach, expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { SignInThrottle } from "./sign-in-throttle.js";

const minute = 60_000;
const now = 1_700_000_000_000;

const right = async () => "in";
const wrong = async () => {
  throw new Error("wrong");
};

interface Tried {
  at?: number;
  email?: string;
  from?: string;
  browser?: string;
}

/** Result of a sign-in: let in, failed, or how many seconds to wait. */
const tried = (
  throttle: SignInThrottle,
  signIn: () => Promise<string>,
  { at = now, email = "a", from = "1", browser }: Tried = {},
) =>
  throttle
    .attempt({ emailKey: email, address: from, browser }, at, signIn)
    .catch((error) => error.params?.seconds ?? error.message);

onEveryStore(({ open }) => {
  let db: Db;
  beforeAll(async () => {
    db = await open();
  });
  beforeEach(async () => {
    await db.kysely.deleteFrom("failed_sign_in").execute();
  });

  test("after ten failures for an e-mail address from one network address, pauses double up to five minutes", async () => {
    const throttle = new SignInThrottle(db);
    for (let i = 0; i < 10; i++) expect(await tried(throttle, wrong)).toBe("wrong");
    let at = now;
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300]) {
      expect(await tried(throttle, right, { at })).toBe(seconds);
      expect(await tried(throttle, right, { at: at + 1000 * (seconds - 1) })).toBe(1);
      at += 1000 * seconds;
      expect(await tried(throttle, wrong, { at })).toBe("wrong");
    }
    expect(await tried(throttle, right, { at, email: "b" })).toBe("in");
    expect(await tried(throttle, right, { at: at + 5 * minute })).toBe("in");
  });

  test("a stranger locks nobody out: neither from another network address, nor in a browser that is known", async () => {
    const throttle = new SignInThrottle(db);
    for (let i = 0; i < 10; i++) await tried(throttle, wrong, { from: "1" });
    expect(await tried(throttle, right, { from: "1" })).toBe(1);
    expect(await tried(throttle, right, { from: "2" })).toBe("in");
    for (let i = 0; i < 90; i++) await tried(throttle, wrong, { from: `${10 + i}` });
    expect(await tried(throttle, right, { from: "2" })).toBe(1);
    expect(await tried(throttle, right, { from: "1", browser: "own" })).toBe("in");
  });

  test("a known browser may fail ten times itself, whatever the address, and uses up nothing of others", async () => {
    const throttle = new SignInThrottle(db);
    for (let i = 0; i < 10; i++)
      expect(await tried(throttle, wrong, { from: `${i}`, browser: "own" })).toBe("wrong");
    expect(await tried(throttle, right, { browser: "own" })).toBe(1);
    expect(await tried(throttle, right, { browser: "another" })).toBe("in");
    expect(await tried(throttle, right)).toBe("in");
  });

  test("fifty sign-ins per network address may fail, whatever the e-mail address", async () => {
    const throttle = new SignInThrottle(db);
    for (let i = 0; i < 50; i++) expect(await tried(throttle, wrong, { email: `e${i}` })).toBe("wrong");
    expect(await tried(throttle, right, { email: "mine" })).toBe(1);
    expect(await tried(throttle, right, { email: "mine", from: "2" })).toBe("in");
    expect(await tried(throttle, right, { email: "mine", browser: "own" })).toBe("in");
  });

  test("the addresses of an IPv6 network count as one", async () => {
    const throttle = new SignInThrottle(db);
    for (let i = 0; i < 50; i++) await tried(throttle, wrong, { email: `e${i}`, from: `2001:db8::${i}` });
    expect(await tried(throttle, right, { from: "2001:db8::ffff" })).toBe(1);
    expect(await tried(throttle, right, { from: "2001:db9::1" })).toBe("in");
  });

  test("successful sign-ins are not limited", async () => {
    const throttle = new SignInThrottle(db);
    for (let i = 0; i < 200; i++) expect(await tried(throttle, right)).toBe("in");
  });

  test("simultaneous guesses count before they have failed", async () => {
    const throttle = new SignInThrottle(db);
    const all = await Promise.all(Array.from({ length: 30 }, () => tried(throttle, wrong)));
    expect(all.filter((each) => each === "wrong")).toHaveLength(10);
  });

  test("after the clock was set back, failed sign-ins of the future count no longer", async () => {
    const throttle = new SignInThrottle(db);
    const later = now + 10 * 24 * 60 * minute;
    for (let i = 0; i < 10; i++) await tried(throttle, wrong, { at: later });
    expect(await tried(throttle, right, { at: later })).toBeGreaterThan(0);
    expect(await tried(throttle, right)).toBe("in");
  });

  test("failures count in another process too, and nothing but hashes is stored", async () => {
    const ada = { email: "ada@example.com", from: "10.0.0.1" };
    for (let i = 0; i < 10; i++) await tried(new SignInThrottle(db), wrong, ada);
    expect(await tried(new SignInThrottle(db), right, ada)).toBe(1);
    const rows = await db.kysely.selectFrom("failed_sign_in").select("subject").execute();
    expect(rows).toHaveLength(30);
    expect(JSON.stringify(rows)).not.toMatch(/ada|10\.0/);
  });
});
