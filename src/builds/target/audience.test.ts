// Audiences of ad platforms, against servers that are strict about their interfaces: hashes alone, what
// changed, and nothing of others.

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { startGoogle } from "../../../test/support/programs/google.js";
import { startMeta } from "../../../test/support/programs/meta.js";
import type { Answer, ProgramServer } from "../../../test/support/programs/program-server.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { sha256 } from "../connection/program/hash.js";
import { buildConnection } from "../connection/step.js";
import { contactTarget, countsOf, type TestPerson } from "./fixtures.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "audiences-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});

const list = "Likely to buy";
const targetOf = (server: ProgramServer) => contactTarget(engine, root, server.access(), list);
const tools = () => ({ engine, dir: root, now: 0, seed: 1, progress: () => {} });

const ada: TestPerson = {
  email: "Ada.B+news@gmail.com",
  person_first_name: "Ada",
  person_last_name: "O'Brien",
  phone: "+41 79 123 45 67",
  probability: 0.9,
};
const bo: TestPerson = { email: "bo@shop.example", probability: 0.5 };
const cy: TestPerson = { email: "cy@shop.example", person_first_name: "Cy", probability: 0.25 };

/** Hashes of what each platform knows these people by. */
const known = {
  meta: {
    ada: ["ada.b+news@gmail.com", "41791234567", "ada", "obrien"].map(sha256).join(" "),
    bo: [sha256("bo@shop.example"), "", "", ""].join(" "),
    cy: [sha256("cy@shop.example"), "", sha256("cy"), ""].join(" "),
  },
  google: {
    ada: ["adab@gmail.com", "+41791234567"].map(sha256),
    bo: [sha256("bo@shop.example")],
    cy: [sha256("cy@shop.example")],
  },
} as const;

const platforms = { meta: () => startMeta(), google: () => startGoogle() };

describe.each(Object.entries(platforms))("%s", (name, start) => {
  const { ada: isAda, bo: isBo, cy: isCy } = known[name as keyof typeof known];
  const these = (...people: (string | readonly string[])[]) => people.flat().sort();

  test("has the people as hashes, and later what changed alone", async () => {
    const platform = await start();
    const { build } = targetOf(platform.server);
    const sent = await build([ada, bo]);
    expect(countsOf(sent)).toBe("2 added, 0 changed, 0 unchanged, 0 removed, 0 refused");
    expect(sent.properties).toEqual([]);
    expect(platform.members(list).sort()).toEqual(these(isAda, isBo));

    platform.server.requests.length = 0;
    expect(countsOf(await build([{ ...ada, probability: 0.7 }, bo]))).toBe(
      "0 added, 0 changed, 2 unchanged, 0 removed, 0 refused",
    );
    expect(platform.server.requests.filter((request) => /users$|audienceMembers/.test(request))).toEqual([]);

    expect(countsOf(await build([ada, cy]))).toBe("1 added, 0 changed, 1 unchanged, 1 removed, 0 refused");
    expect(platform.members(list).sort()).toEqual(these(isAda, isCy));
  });

  test("has no hash of a value that somebody no longer has", async () => {
    const platform = await start();
    const { build } = targetOf(platform.server);
    await build([ada, bo]);
    const { phone: _, person_last_name: __, ...less } = ada;
    expect(countsOf(await build([less, bo]))).toBe("0 added, 1 changed, 1 unchanged, 0 removed, 0 refused");
    expect(platform.members(list).sort()).not.toEqual(these(isAda, isBo));
    expect(platform.members(list).join(" ")).not.toContain(sha256("+41791234567"));
    expect(platform.members(list).join(" ")).not.toContain(sha256("41791234567"));
    await build([less, bo], { withdrawn: true });
    expect(platform.members(list)).toEqual([]);
  });

  test("does not know people by a telephone that they share", async () => {
    const platform = await start();
    const { build } = targetOf(platform.server);
    await build([ada, { ...bo, phone: ada.phone! }]);
    expect(platform.members(list).join(" ")).not.toContain(sha256("+41791234567"));
    expect(platform.members(list).join(" ")).not.toContain(sha256("41791234567"));
    expect(countsOf(await build([ada]))).toBe("0 added, 1 changed, 0 unchanged, 1 removed, 0 refused");
    expect(platform.members(list).sort()).toEqual(these(isAda));
  });

  test("is sent nothing by a dry run, which counts what would be", async () => {
    const platform = await start();
    const { build } = targetOf(platform.server);
    expect(await build([ada, bo], { dry_run: true })).toMatchObject({ added: 2, is_dry_run: true });
    expect(platform.server.requests).toEqual([]);
    await build([ada, bo]);
    platform.server.requests.length = 0;
    expect(await build([ada], { dry_run: true })).toMatchObject({ unchanged: 1, removed: 1 });
    expect(platform.server.requests).toEqual([]);
  });

  test("gets everything taken back, and keeps whom others added", async () => {
    const platform = await start();
    const { build } = targetOf(platform.server);
    await build([ada, bo]);
    const others = sha256("own@shop.example");
    platform.add(list, others);
    expect(await build([ada, bo], { withdrawn: true })).toMatchObject({ removed: 2, list: null });
    expect(platform.members(list)).toEqual([others]);
    expect(countsOf(await build([ada, bo]))).toBe("2 added, 0 changed, 0 unchanged, 0 removed, 0 refused");
  });

  test("moves everyone to a list of another name", async () => {
    const platform = await start();
    const { build } = targetOf(platform.server);
    await build([ada, bo]);
    expect(await build([ada, bo], { list_name: "Buyers" })).toMatchObject({ added: 2 });
    expect([platform.members(list), platform.members("Buyers").sort()]).toEqual([[], these(isAda, isBo)]);
  });

  test("is sent the same again after a fault, and has it once", async () => {
    const platform = await start();
    const { build } = targetOf(platform.server);
    const away: Answer = { status: 503, headers: { "retry-after": "1" } };
    platform.server.faults.push(away, { ...away, isAfter: true });
    expect(countsOf(await build([ada, bo]))).toBe("2 added, 0 changed, 0 unchanged, 0 removed, 0 refused");
    platform.server.faults.push(...Array.from({ length: 5 }, () => away));
    await expect(build([ada, cy])).rejects.toMatchObject({ code: "program-unreachable" });
    expect(countsOf(await build([ada, cy]))).toBe("1 added, 0 changed, 1 unchanged, 1 removed, 0 refused");
    expect(platform.members(list).sort()).toEqual(these(isAda, isCy));
  });

  test("is connected to, and its lists of contacts are there, on any page", async () => {
    const platform = await start();
    platform.addLists(25);
    const { access, build } = targetOf(platform.server);
    await build([ada]);
    expect(await buildConnection(access, tools())).toEqual({ tables: [list] });
    platform.server.faults.push({ status: 401, body: { error: { message: "ada@shop.example may not" } } });
    const refused = buildConnection(access, tools());
    await expect(refused).rejects.toMatchObject({ code: "connection-failed" });
    await expect(refused).rejects.not.toThrow(/ada@/);
  });
});

describe("Meta", () => {
  test("gets a proof of the app's secret, where it is given", async () => {
    const platform = await startMeta({ isProved: true });
    await targetOf(platform.server).build([ada]);
    expect(platform.members(list)).toEqual([known.meta.ada]);
  });

  test("is asked again when its limits are reached, and its refusal of a key is said", async () => {
    const platform = await startMeta();
    const { access, build } = targetOf(platform.server);
    const tooMany = { error: { message: "too many", type: "OAuthException", code: 80003 } };
    platform.server.faults.push({ status: 400, body: tooMany });
    expect(await build([ada])).toMatchObject({ added: 1 });
    const expired = { error: { message: "expired", type: "OAuthException", code: 190, error_subcode: 463 } };
    platform.server.faults.push({ status: 400, body: expired });
    await expect(buildConnection(access, tools())).rejects.toThrow(
      "does not accept the key for this (HTTP 400, error 190-463)",
    );
  });

  test("counts invalid entries, and says who they are if all of them are", async () => {
    const platform = await startMeta();
    platform.refuse(1);
    const { build } = targetOf(platform.server);
    expect(await build([ada, bo])).toMatchObject({
      refused: 1,
      refusals: [{ reason: "invalid entry", count: 1 }],
    });
    expect(countsOf(await build([ada, bo, cy]))).toBe(
      "1 added, 0 changed, 2 unchanged, 0 removed, 1 refused",
    );
    expect(countsOf(await build([ada, bo, cy]))).toBe(
      "0 added, 0 changed, 3 unchanged, 0 removed, 1 refused",
    );
  });
});

describe("Google", () => {
  test("says who is refused, and has the others", async () => {
    const platform = await startGoogle();
    platform.refuse(known.google.bo[0]!);
    const { build } = targetOf(platform.server);
    expect(await build([ada, bo, cy])).toMatchObject({
      added: 3,
      refused: 1,
      refusals: [{ reason: "INVALID_SHA256_FORMAT", count: 1 }],
    });
    expect(platform.members(list).sort()).toEqual([...known.google.ada, ...known.google.cy].sort());
  });

  test("gets the consent of the people, where the owner states it", async () => {
    const platform = await startGoogle({ consent: "granted" });
    expect(await targetOf(platform.server).build([ada])).toMatchObject({ added: 1, refused: 0 });
  });
});
