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
      "again": "00aacf38d8865d95cd312375b2f2a17b",
      "any": "b8def58881b657120e2b806fdc320250",
      "buyers": "f85c0067798833bab561aa060328f148",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "ebba5d6d0b8fe9ec4de71bc5bb1b2b1e",
      "deleted": "61a3b587bd40f99e46828e0f1989dd7b",
      "file": "c9eec9d6466b361a3293d5ab6868011d",
      "gone": "20d2e4a58162516f67564496100478c3",
      "kinds": "bda581b17b7f1813315053bcebf34b86",
      "loyal": "a48e7d70723afbab36945eb463b36be4",
      "merge": "bb8173ff224f8e7f912d4989b2f45ddb",
      "nearby": "71b1d30888f4ac691d8d761aed69dddc",
      "next": "d1cbb7b26cb862198cad542be4f6613f",
      "orders": "ed5ddfe2d031241ab20eda3b5c2dd457",
      "others": "6e0b6724236cf4b2145259c3b31636ff",
      "people": "9c09ee0c7f04a8328fa8289a6d0de7ee",
      "plain": "0deb2fceb37a26578ed3a24a1241da30",
      "preview": "ba0f78957a0c8b7b5374235cc7be6037",
      "referenced": "5ac6503bf84a916685e0132d750191fe",
      "scope": "66afc459dc82a3747974ca2df1f719e5",
      "shop": "69b72a02fd5841685478906b2958ce52",
      "signups": "7bfbdcd3a5c0339ca7f4aa106d9d9d70",
      "subscribers": "b146bec453d55306325dce28b394c605",
      "table": "7a30f62aebf17baff3728ca3aee8a963",
      "trait": "",
      "transactions": "ae66a5af5eb2da32d4b22e2d6c58d0a9",
      "written": "6afd6827d6f8fac9c7a60da7026f7c37",
    }
  `);
});
