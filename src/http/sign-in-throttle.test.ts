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

/** What becomes of a sign-in: let in, failed, or how many seconds to wait. */
const tried = (throttle: SignInThrottle, signIn: () => Promise<string>, at = now, email = "a", from = "1") =>
  throttle.attempt(email, from, at, signIn).catch((error) => error.params?.seconds ?? error.message);

onEveryStore(({ open }) => {
  let db: Db;
  beforeAll(async () => {
    db = await open();
  });
  beforeEach(async () => {
    await db.kysely.deleteFrom("failed_sign_in").execute();
  });

  test("ten sign-ins per e-mail address may fail in 15 minutes", async () => {
    const throttle = new SignInThrottle(db);
    for (let i = 0; i < 10; i++) expect(await tried(throttle, wrong, now + i * minute)).toBe("wrong");
    expect(await tried(throttle, right, now + 10 * minute)).toBe(5 * 60);
    expect(await tried(throttle, right, now + 10 * minute, "b")).toBe("in");
    expect(await tried(throttle, right, now + 15 * minute - 1)).toBe(1);
    expect(await tried(throttle, wrong, now + 15 * minute)).toBe("wrong");
    expect(await tried(throttle, right, now + 15 * minute)).toBe(60);
  });

  test("fifty sign-ins per network address may fail, whatever the e-mail address", async () => {
    const throttle = new SignInThrottle(db);
    for (let i = 0; i < 50; i++) expect(await tried(throttle, wrong, now, `e${i}`)).toBe("wrong");
    expect(await tried(throttle, right, now, "mine")).toBe(15 * 60);
    expect(await tried(throttle, right, now, "mine", "2")).toBe("in");
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
    for (let i = 0; i < 10; i++) await tried(throttle, wrong, later);
    expect(await tried(throttle, right, later)).toBeGreaterThan(0);
    expect(await tried(throttle, right, now)).toBe("in");
  });

  test("failures count in another process too, and nothing but hashes is stored", async () => {
    for (let i = 0; i < 10; i++)
      await tried(new SignInThrottle(db), wrong, now, "ada@example.com", "10.0.0.1");
    expect(await tried(new SignInThrottle(db), right, now, "ada@example.com", "10.0.0.2")).toBe(15 * 60);
    const rows = await db.kysely.selectFrom("failed_sign_in").select("subject").execute();
    expect(rows).toHaveLength(20);
    expect(JSON.stringify(rows)).not.toMatch(/ada|10\.0/);
  });
});
