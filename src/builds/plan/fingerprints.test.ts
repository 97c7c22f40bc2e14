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
      "again": "2f1ebb0132a8b5c92d9303ad0e29179e",
      "any": "da4003de0efdeef075f36c325ce42ef1",
      "buyers": "0fedc6a67cd8b57daf06b70ca5a67630",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "ebba5d6d0b8fe9ec4de71bc5bb1b2b1e",
      "deleted": "61a3b587bd40f99e46828e0f1989dd7b",
      "file": "34a40d730b8f2bf2f874ef30c907fed1",
      "gone": "90046fbc9d83f1410e465c22cdcf6141",
      "kinds": "1ba456f1c77c02dc1eaeda5e281c2117",
      "loyal": "bce6a65124e0d40bd0671b4a03693686",
      "merge": "bb8173ff224f8e7f912d4989b2f45ddb",
      "nearby": "538baabf428d1b5344374eec8d5aa23b",
      "next": "4e4db970dfbfb1b71ecb74883f77fe3a",
      "orders": "ed5ddfe2d031241ab20eda3b5c2dd457",
      "others": "1cd2d10fb825bda960bc8bd4eef677d4",
      "people": "e0a408c5a91129f2788cb6fdf3bb3d22",
      "plain": "d2917ebf53eafe18e76f979262f30ee1",
      "preview": "ba0f78957a0c8b7b5374235cc7be6037",
      "referenced": "a5a918b1ac4fcd882db6a149dee81190",
      "scope": "af6af6b13df581d175d0ad3806322144",
      "shop": "eed493f0d0a4e6ec6f7ff3b20fa71c4e",
      "signups": "c7087d6be8058626dca4175f7f90f585",
      "subscribers": "909ae5bea1261194f4b3880e7c522397",
      "table": "7a30f62aebf17baff3728ca3aee8a963",
      "trait": "",
      "transactions": "1562f10256e778f7f0ce96f515e3914d",
      "written": "5f95d3d182509453a26c80d46368e7ac",
    }
  `);
});
