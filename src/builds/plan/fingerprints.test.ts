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
      "again": "0338ee846ca20495904f17c8198141a2",
      "any": "ccec851d1d9191f467e2d4df68346539",
      "buyers": "a59b9cfc718e550b219774744f556a83",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "ebba5d6d0b8fe9ec4de71bc5bb1b2b1e",
      "deleted": "61a3b587bd40f99e46828e0f1989dd7b",
      "file": "be11dae813b4b0c3d81ffa249c909e24",
      "gone": "bc7b79fa1a7f0d2eae259753c39066de",
      "kinds": "7640b9b3aba4224363eecf5326137df6",
      "loyal": "2197c3bcc102df144618e3b7b5df5ca1",
      "merge": "bb8173ff224f8e7f912d4989b2f45ddb",
      "nearby": "0a35a6af866bf37b3f0cfedefd33b179",
      "next": "85bd56d5a4f280e945f1876e66e654a6",
      "orders": "ed5ddfe2d031241ab20eda3b5c2dd457",
      "others": "28319d5086cdb51e4f271500dcaebd62",
      "people": "d5325b992a4045a90cddda2f61de3388",
      "plain": "073cde684454f2cd4a103f05231d28ff",
      "preview": "ba0f78957a0c8b7b5374235cc7be6037",
      "referenced": "a4587b0432c4234f03eee95d879bb6d6",
      "scope": "e923ee57187a68025b8483527cd07a7c",
      "shop": "129ff4cb43078e4f512ab93a91971f32",
      "signups": "830313a8bca565e497922b886bc30b94",
      "subscribers": "2f8696a74c40041ca54fbf4a620e2dad",
      "table": "7a30f62aebf17baff3728ca3aee8a963",
      "trait": "",
      "transactions": "dfc1896b55b64008b250d6698180979b",
      "written": "40a7133c755603aaf6f1b261d1b746e6",
    }
  `);
});
