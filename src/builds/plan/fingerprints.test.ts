import { expect, test } from "vitest";
import { plannedResult } from "../../domain/planned-result.js";
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

// A change of a fingerprint rebuilds that result, and all that depend on it, in every data directory. An intended change raises the
// version of the kind and is visible here.
test("equal inputs have the fingerprints that they had in older versions", () => {
  expect(fingerprintsOf()).toMatchInlineSnapshot(`
    {
      "again": "fcea84937f08e14906e3452e4137f550",
      "any": "bfc3918b0e663ff3abe3f0c9f7a4899b",
      "buyers": "64d02cadd9bd344e26fec5c16bba0a5d",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "e7566eba504aebee5b39e2fb70c7e063",
      "deleted": "89ff3b807111de81c6f051dba72fe765",
      "file": "ecd4a3c07213ff31c3a39d5189822a31",
      "gone": "10f405d33b69650d2356af4e082596b5",
      "kinds": "a0a973442f3bbdc5af5a71b6353a9cf0",
      "loyal": "1c8ee4255a64eb9a08a5a2ea360847f8",
      "merge": "41a96ab0d91df2854e0cf2c997603051",
      "nearby": "02f85f25e83b5443f89aa43959d0f12f",
      "next": "e7b5cf7a21f0109b50a21ecd5a5b26c6",
      "orders": "7e9d382136a1f5b7f09d650411ee9be4",
      "others": "0b60e1fab2543dc9e3f71dd8abcf50b0",
      "people": "6b9080d735d021d97b4063382a393136",
      "plain": "beef9c3bb267d8ab34bae8b6755cb155",
      "preview": "7e82c0abb996381bfd86305db406e701",
      "referenced": "7c73ef028b3550e035c23ee80a9c27a3",
      "scope": "9725ce9587072eaf305c60255b8f613e",
      "shop": "384a94c72c505858da1a6424f918eb8c",
      "signups": "fff822f1e262fc2863c11cb1df1c6ab8",
      "subscribers": "8940e03079386d8bbe875e28ffc39f11",
      "table": "c6db0de7e38a0a9886e8ec67fb2b82a7",
      "trait": "",
      "transactions": "5c2b88b528b850003dc7356c14b1194c",
      "written": "15dbd9bbb240ed54b22e5e03a97d3378",
    }
  `);
});
