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
      "again": "a8a1b3195bafbee589068ab2cf021ee2",
      "any": "87aed69ec71a907ad69f962c4890d7a5",
      "buyers": "d8dc7c02ecd00886ce5b5a159d2f4ac4",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "acb136a13a657aa09f15d5c7d6aa6e71",
      "deleted": "27cb68571b0d7e51c5d01349370aba6d",
      "file": "9718f3c16e5139f244cbbeb6bb68ec6c",
      "gone": "276586fa9d9c2839ffcc075a0b8d49ea",
      "kinds": "6b1c72f2a3e7a9f934d8cf270e6942a2",
      "loyal": "b129e7d66ad0901245989c7ea873ca0d",
      "merge": "29ce55d875a8f37c372de1438f5c9d44",
      "nearby": "20f55d43f55e7a244de694ee34332526",
      "next": "f27309afb1f30c6ca72e740b5cfe1fd7",
      "orders": "4b1b6686c33a077ef63c3665642bff7a",
      "others": "96add67e901200b0d17f38cb8036ca47",
      "people": "ddf175b36e924b2c1223392d07a7bc1c",
      "plain": "57c52d76ef675dd86628a0d17bf8e556",
      "preview": "cb21e1a08693cf6c99eb355f5a7d850a",
      "referenced": "cb2f4d8aeb639a55a36a1c3749680bba",
      "scope": "6bae7cd368b775abd12e5ae66898b526",
      "shop": "e55eab4f8910b4267b3f833b420282f8",
      "signups": "ac98c479dd6e41ad83e8e6fde7332f81",
      "subscribers": "cc098cd599ddc608481b93becb3680a9",
      "table": "a131b51bd9194c166b10ebdc212d63da",
      "trait": "",
      "transactions": "6fa1eced1d610fe2c406b81a7a2bcd03",
      "written": "4f220c99b037fe3fd2ec4b93d17a1dad",
    }
  `);
});
