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
      "again": "2537a8bc172f88379f2284efd4098992",
      "any": "5fe9804a6c3a26a10244cff4bd1b8c9a",
      "buyers": "143ced2edc2f1708e2f81de3616ad675",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "ebba5d6d0b8fe9ec4de71bc5bb1b2b1e",
      "deleted": "61a3b587bd40f99e46828e0f1989dd7b",
      "file": "9cbd581d103ccbd588e5990ce3d70b69",
      "gone": "d341288d081ce82cd2aa0accbb635da3",
      "kinds": "df38107aef028344b5cf4a131492c7bb",
      "loyal": "edbfc484afb5c21f7eef382fd7948735",
      "merge": "bb8173ff224f8e7f912d4989b2f45ddb",
      "nearby": "8b6710831ac33e35e7e14c208b324f17",
      "next": "2d7993b0545663f730d23314dc8b5567",
      "orders": "ed5ddfe2d031241ab20eda3b5c2dd457",
      "others": "eebec605c921fb2f0e98bcfc25ef5056",
      "people": "04ea7ea8995659da0f3d2434e5f0430c",
      "plain": "22393536ebdb795b52aa2ab5e1cd059c",
      "preview": "ba0f78957a0c8b7b5374235cc7be6037",
      "referenced": "0ed2a8b2a47292b22fa5c251ac0363c6",
      "scope": "8b85e5b4259a7dbc042a68c72e0864ed",
      "shop": "87c0bf369cee7b358562ab7ac942dc9f",
      "signups": "1fed15f87ceccaae9828050c171d3aff",
      "subscribers": "ab113fe00596881ed91b1a7c5d0dd573",
      "table": "7a30f62aebf17baff3728ca3aee8a963",
      "trait": "",
      "transactions": "d79d018b721e8062cc1dcdde0627bb4c",
      "written": "cdac62e70d3ec4cad537db9acf18ee75",
    }
  `);
});
