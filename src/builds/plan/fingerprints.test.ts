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
      "again": "43861d4012f5e30e07d2db8de73065b1",
      "any": "03059846a8cac92626b0002f46477557",
      "buyers": "bf88a0f12108c5834e66075b85d570dc",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "ebba5d6d0b8fe9ec4de71bc5bb1b2b1e",
      "deleted": "61a3b587bd40f99e46828e0f1989dd7b",
      "file": "c76b29c2d0d08d6e44fd80c73ec60302",
      "gone": "9e29562823839b903e46ca49def83b92",
      "kinds": "8184ce26bfb77795f490c38714efc062",
      "loyal": "88e79ed7e40928d6fa1ed60e718449b5",
      "merge": "bb8173ff224f8e7f912d4989b2f45ddb",
      "nearby": "2d3513c34c712c20186e48765f64824a",
      "next": "0733ad28bea9193d2de2622b6f04d66e",
      "orders": "ed5ddfe2d031241ab20eda3b5c2dd457",
      "others": "9776b12e55da04be7b7dfb8bd06ec137",
      "people": "1ffb51dc9c51ef51a880f8f3dcb0caf5",
      "plain": "2ddb88c0606eefeb60f6804e183cee5f",
      "preview": "ba0f78957a0c8b7b5374235cc7be6037",
      "referenced": "6ecc56cf890d32b34d400a71d4cc7db3",
      "scope": "9cc9e178888a4a7093884af58c5fedea",
      "shop": "853104c73198600f141c43eb31480d2a",
      "signups": "a99b5dd0c5fa36c55b765b9544f846ee",
      "subscribers": "833725f190da7030469d0d4994dbe31a",
      "table": "7a30f62aebf17baff3728ca3aee8a963",
      "trait": "",
      "transactions": "6207989631ad87868b9205a783fad6d5",
      "written": "369db4f1654ea818bd3d67b543160bd1",
    }
  `);
});
