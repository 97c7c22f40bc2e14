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
      "again": "55cb6449e646e75a1f7d09ad537e971e",
      "any": "3bc014d1c0b1839b75655848e70ac733",
      "buyers": "430aae8139e39f6b3c890df6469f06cb",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "ebba5d6d0b8fe9ec4de71bc5bb1b2b1e",
      "deleted": "61a3b587bd40f99e46828e0f1989dd7b",
      "file": "e7b69a2c43c3f865892a7946d3f88ad9",
      "gone": "0882704d0d517bbb1fc0b9a3befe6b5c",
      "kinds": "56581b85e56fa98201d6829ef7ee8bc3",
      "loyal": "84dc4974a89dbd42ec04c9199670aea2",
      "merge": "bb8173ff224f8e7f912d4989b2f45ddb",
      "nearby": "3f753a3f2d065a7d401c6b07e89c2fca",
      "next": "f06a6303c88fb9e51d5e96c22d3e415f",
      "orders": "ed5ddfe2d031241ab20eda3b5c2dd457",
      "others": "04cf0cf3f8de7935f8c7142bb3b0e1e8",
      "people": "2d416b1d9c54e40cc129efab5063f75b",
      "plain": "e7d1e90b37a1633a36af52a1fd95eaef",
      "preview": "ba0f78957a0c8b7b5374235cc7be6037",
      "referenced": "54f49d2df71bd32d10cb40c8bb997e77",
      "scope": "1314ff1c75339ab39252ad7fa28610b7",
      "shop": "47610613a01aebdb6c3a570c32d6116a",
      "signups": "1dde8024aa26b2251c008f7784c543b0",
      "subscribers": "4839d7a8182d5e00be33186585245e35",
      "table": "7a30f62aebf17baff3728ca3aee8a963",
      "trait": "",
      "transactions": "3d20862fb77a461a8670880b53d5896a",
      "written": "8a97b8a8cc54f2844dbb6b57ab4835e8",
    }
  `);
});
