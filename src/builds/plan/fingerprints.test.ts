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
      "again": "669f764231277de9be55067acc5f07d7",
      "any": "82a31e423513a37a4d94b3c0c2951f16",
      "buyers": "ad8635c5448186f6f69e59b7e342e659",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "c4d563f9d50ddd1af5ab472a52f65f1d",
      "deleted": "59fd946c74e0a327beb2ef5ef337b159",
      "file": "439d184e16b7b613dc26faad74c39223",
      "gone": "894693f88d4c616f5529c8f984a66810",
      "kinds": "6bc7b94f2cec2b9a2a8923bd97992911",
      "loyal": "62e55ccdaee2b4bd02d6f43256a5bcc5",
      "merge": "0eecb33eea0cf7aa5d5f4b5bcdcdcb15",
      "nearby": "7b27af99f90a649e5c2a2256418fa408",
      "next": "58283f0ca2f7efcc48121360fad7bc1b",
      "orders": "6a42dc45973c042d83796b1386d0c823",
      "others": "306d4b0f17b0084f0e3337b39cbe9a31",
      "people": "d90e5680c25e6c7282cc87f4f7f724b3",
      "plain": "4b02a6c373365b1ef834aefa7e756f6d",
      "preview": "9ca138eedab70bc280ab13fb04b51609",
      "referenced": "e9c1df8c595f5c6da0ab823b3b679b61",
      "scope": "570b699db43f7730e67726173df1ffaa",
      "shop": "b2f326c8e7aa3156cb622ac2e0b96ae7",
      "signups": "eee33b220905dea79b68babf96c735e8",
      "subscribers": "5fce5c3e4a3f67bb5542b2c66d53459c",
      "table": "d0c6803a06f9c882d291d93a04979f6c",
      "trait": "",
      "transactions": "76e7fd76bc142dd2f0348815010361d4",
      "written": "4c82226b09e5b893fc8b0099b08d2e73",
    }
  `);
});
