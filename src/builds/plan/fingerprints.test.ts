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
      "again": "732d0a70b8f20197341164a046e048e1",
      "any": "83f32c8ee9393921a01b814c3439aaef",
      "buyers": "aab3ca012462e71bf735fd70ad4eb432",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "acb136a13a657aa09f15d5c7d6aa6e71",
      "deleted": "27cb68571b0d7e51c5d01349370aba6d",
      "file": "e4e5b9644a982844b343a6102119d007",
      "gone": "ed634ace96a553b79844a1e0060fe05f",
      "kinds": "e91c4d23fb6332b64c2cb6daf747b1be",
      "loyal": "43a8494c1e53eee3103e12337d0da3eb",
      "merge": "29ce55d875a8f37c372de1438f5c9d44",
      "nearby": "2590dd8cd8bf72ba4b5cd7da8640a5c4",
      "next": "33ed391a0c6b1f1b72d12b9b9a750376",
      "orders": "4b1b6686c33a077ef63c3665642bff7a",
      "others": "4c208cb680bd37b9029232770fffd4ee",
      "people": "a7a63dd13b901dd28b1d63757cfa9351",
      "plain": "8f0bd9b6b1f71c2ff89893af79569acd",
      "preview": "cb21e1a08693cf6c99eb355f5a7d850a",
      "referenced": "d6c3fa077a4fbba408960c2a348cf16a",
      "scope": "a77870012c0e67fe241fc45345acc343",
      "shop": "0544ff243a0d313a045f037c16946ba4",
      "signups": "8ade2abc687ce356e654232b81c40cc4",
      "subscribers": "bc9c378072f45be3dc1cbbfa37b41f54",
      "table": "a131b51bd9194c166b10ebdc212d63da",
      "trait": "",
      "transactions": "3dc85e5af75309f561596c9ae45afdc0",
      "written": "0ccafc2a5858c2a580f2ea91cc44eaef",
    }
  `);
});
