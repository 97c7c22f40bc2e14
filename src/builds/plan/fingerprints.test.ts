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
      "again": "86115f8a9eb10860677950e9acf7ca05",
      "any": "0ed16b80498e617484fbc9a205519bc1",
      "buyers": "ef1b107f62efcb4b6c05272527d4e6b4",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "acb136a13a657aa09f15d5c7d6aa6e71",
      "deleted": "27cb68571b0d7e51c5d01349370aba6d",
      "file": "1ca78284c0550387f4ef4277e4673a5a",
      "gone": "8000c22c39ba01f5bc89883db237a807",
      "kinds": "6bbe01fc2be8bf065fc98e536e152c55",
      "loyal": "bd2643943bef1dc59a45615d38a6f8dd",
      "merge": "29ce55d875a8f37c372de1438f5c9d44",
      "nearby": "e1a9aa5c4e1a3a0e32a269bc90b50879",
      "next": "42ba582ee563fe0f559c9a2b007b5911",
      "orders": "4b1b6686c33a077ef63c3665642bff7a",
      "others": "a7dc622140e5623e2f9d8d7285daff0a",
      "people": "accd874b76607a682a0ff5400931bedb",
      "plain": "eb6af0e7543286363c4bf2ca4840ef8c",
      "preview": "cb21e1a08693cf6c99eb355f5a7d850a",
      "referenced": "02e4d4a48a80237a598a01d3dd71dc1b",
      "scope": "c20056f3e2f68be7e7d4fe9eab80131c",
      "shop": "e69bbd25929de0d8dcdf3e12d64fdefc",
      "signups": "fa80c4a6d908e4e1184d00e60220b7b7",
      "subscribers": "0cf14d2b586eedb9219d88bfefc15ba6",
      "table": "a131b51bd9194c166b10ebdc212d63da",
      "trait": "",
      "transactions": "1d82faf6599521ecfdd70a016dfb72b9",
      "written": "d52e5f88245c55bfc570d7aa62f7b7d7",
    }
  `);
});
