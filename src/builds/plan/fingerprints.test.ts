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
      "again": "4542f0c01e866684d66183b4a3956730",
      "any": "f3b06a6635ae55cb6ffb4a3b32e0d603",
      "buyers": "60fbb3469cd0d7bcd98ef85036d563e5",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "ebba5d6d0b8fe9ec4de71bc5bb1b2b1e",
      "deleted": "61a3b587bd40f99e46828e0f1989dd7b",
      "file": "a53a71cec3c17cd7b31bad37e837e58d",
      "gone": "51f256cc0657234022d168c49f8b7f46",
      "kinds": "9baef3570321ba886bb5d56e54db8e9e",
      "loyal": "3175538cd6b8c29f4b0a05ead684b327",
      "merge": "bb8173ff224f8e7f912d4989b2f45ddb",
      "nearby": "18839c166e5998dde3a22297c641cd66",
      "next": "d88d52beeb96e8e4c154716dfd3f6235",
      "orders": "ed5ddfe2d031241ab20eda3b5c2dd457",
      "others": "8b5325fd401afc4b17228bb8c0fe9a0b",
      "people": "561fbafe30f534942a81b500b86115af",
      "plain": "175bcf7e00be0714be7ffc5ad322e5f2",
      "preview": "ba0f78957a0c8b7b5374235cc7be6037",
      "referenced": "b3a9a2cca1405fc7fec882960c8babd8",
      "scope": "7caa05414eba70a1eab57cdd70075f55",
      "shop": "44c531acc22281ed603df5114b4cfc5e",
      "signups": "42f81553c71c57e09a3d7adc6f9a00e3",
      "subscribers": "0b9d67b645f45acf94e9b64d61995a62",
      "table": "7a30f62aebf17baff3728ca3aee8a963",
      "trait": "",
      "transactions": "a05ae73164e4e860043947bd3f7c8f73",
      "written": "47c636ff579a2fcd5a8729a9f0842ff5",
    }
  `);
});
