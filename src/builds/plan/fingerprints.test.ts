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
      "again": "1e8770ab3a5f431a4e9046f41e78f2de",
      "any": "cf60ea12a3941c14876cf6ddb40983b2",
      "buyers": "2173fc7a04ee5240d317a36cfcff3e88",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "07bcbc1f5dc2a58ff329891c796cf7e3",
      "deleted": "86bf0a334883f525186784795f8543ae",
      "file": "62267ee5917fd490667d3532e83cb67c",
      "gone": "489926eb9a36640b6ca283215f55d663",
      "kinds": "a84e6d9725f022976a616f3be55017a1",
      "loyal": "4da55642c69421bbeb9b2978a3ec5949",
      "merge": "9c4a20e2c8e780d3241a643fdde4f238",
      "nearby": "c093734c6320a1d4d62877d01b228392",
      "next": "0aeb43ef43543aa7387d38591c3e9e53",
      "orders": "86367c777bd58cc57dee4b10bec46061",
      "others": "f24d9a3f4d494122a3b1ed0167e1980f",
      "people": "5392aae7faa200f29fb4523ea1c9455c",
      "plain": "59392a6efe2f1656d0e5853c13bb378a",
      "preview": "71ca52599bd6099044931e159d8d848e",
      "referenced": "4e72eda202fb7df6eab98eb470bf0e15",
      "scope": "a69fd6331e65459eeef0821bc17ee011",
      "shop": "f2b3b7a2a8c9c5f79b920e365b0d2da4",
      "signups": "206133d33282456bfb720899c0598036",
      "subscribers": "7233c758414506fcf4a796d80228f6f3",
      "table": "e47229f7ec1a0934d56f2e0cbd8346ed",
      "trait": "",
      "transactions": "01a85d8a376bafd9be64459f3dfa2d89",
      "written": "f7005de179942f8f9b6755e9621175a8",
    }
  `);
});
