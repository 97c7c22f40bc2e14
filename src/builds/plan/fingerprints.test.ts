import { expect, test } from "vitest";
import { plannedResult } from "../../domain/kinds/planned-result.js";
import type { PlannedResource } from "../../store/planned-resources.js";
import { recordBuild, representativeAccount, representativeFiles } from "./fixtures.js";
import { planBuild, planVerdicts } from "./plan.js";

/** Fingerprints by resource id, after all builds. */
const fingerprintsOf = (now = 0): Record<string, string> => {
  const account = representativeAccount();
  account.find(({ id }) => id === "gone")!.forced = 2;
  for (;;) {
    const { verdicts } = planBuild(account, representativeFiles, now);
    const next = account.find(({ id }) => verdicts.get(id)?.at === "build");
    if (!next) return Object.fromEntries(account.map(({ id, fingerprint }) => [id, fingerprint ?? ""]));
    const verdict = verdicts.get(next.id)!;
    recordBuild(next, verdict.at === "build" ? verdict.fingerprint : "");
  }
};

test("of results, a plan reads no more than their planned part", async () => {
  const account = representativeAccount();
  for (;;) {
    const { verdicts } = planBuild(account, representativeFiles, 0);
    const planned = account.map((each) => ({
      ...each,
      result: each.result && plannedResult(each.type, each.result),
    }));
    expect(await planVerdicts(planned as PlannedResource[], representativeFiles, 0)).toEqual(verdicts);
    const next = account.find(({ id }) => verdicts.get(id)?.at === "build");
    if (!next) return;
    recordBuild(next, (verdicts.get(next.id) as { fingerprint: string }).fingerprint);
  }
});

// A change of a fingerprint rebuilds that result, and all that depend on it, in every data directory. An
// intended change raises the version of the kind and is visible here.
test("equal inputs have the fingerprints that they had in older versions", () => {
  expect(fingerprintsOf()).toMatchInlineSnapshot(`
    {
      "again": "346b092ccc252d0fd66a1d86f1856db4",
      "any": "6d8c6b6739e2494f3b1081d926dd5f08",
      "buyers": "88901cb77f99c59618031305c7fb6dd9",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "ebba5d6d0b8fe9ec4de71bc5bb1b2b1e",
      "deleted": "61a3b587bd40f99e46828e0f1989dd7b",
      "file": "d99484c9823120db9ac21bd8274af1f8",
      "gone": "845d0752440477311eda685bfede2f26",
      "kinds": "0b578df91a8e60ebd2f87597762a67e5",
      "loyal": "e536091fee540063397974fb3041ccaf",
      "merge": "bb8173ff224f8e7f912d4989b2f45ddb",
      "nearby": "4acc4bdf056cb6caf642af5e1a909aa9",
      "next": "157d8d400531e445308aaa8fafe774f7",
      "orders": "ed5ddfe2d031241ab20eda3b5c2dd457",
      "others": "c7208b6fc5bfe32fb3cb3fcaf02f5652",
      "people": "4150ce2cb1cdbb3d62a6a744976b31df",
      "plain": "cd606d1b5829fc4134dc03797ccc5dff",
      "preview": "ba0f78957a0c8b7b5374235cc7be6037",
      "referenced": "dbf0c4ee693f5d9c195ef8916a5795a6",
      "scope": "877bf851d0fd87c8ab56843ede761146",
      "shop": "410fd59beaebeb1ebad4c90eaa74ed2b",
      "signups": "bf088c0966801958a36b704ca033f5f0",
      "subscribers": "3087ca3d575f69bcd9942807c0b10d97",
      "table": "7a30f62aebf17baff3728ca3aee8a963",
      "trait": "",
      "transactions": "001fb882c9f1e25a666b09fd17098aee",
      "written": "a8478ec62014b9489b07898223958303",
    }
  `);
});
