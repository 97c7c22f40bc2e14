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
      "again": "6a212842d06bfe04462e1341dd0994fe",
      "any": "40a1945784f811792b95870187c2472a",
      "buyers": "e65c0f54ca0cd792f2e78f8f58ad0140",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "ebba5d6d0b8fe9ec4de71bc5bb1b2b1e",
      "deleted": "61a3b587bd40f99e46828e0f1989dd7b",
      "file": "933195442d164cbd87a442d122ee4334",
      "gone": "3942f0590447bfe6ac2489586b5ed7b4",
      "kinds": "20926c879c688448cefd561e7f0399b7",
      "loyal": "e9a001ad10f55d8ef44956f254ba96f1",
      "merge": "bb8173ff224f8e7f912d4989b2f45ddb",
      "nearby": "de58580fe3d2702db6b7be05662a0cb2",
      "next": "d4e1ffa49bbd5220f1437f522cb1b5e2",
      "orders": "ed5ddfe2d031241ab20eda3b5c2dd457",
      "others": "a90e3d682daceb6dccecea95d391cef8",
      "people": "6ff6b4f923e52e4321eb10db1c54966d",
      "plain": "d734ea7cff17e4f50e15ea0896382c25",
      "preview": "ba0f78957a0c8b7b5374235cc7be6037",
      "referenced": "a146f8d7c3bf28662c5ceb878f6cf81c",
      "scope": "39d3df5f9e1d37d7c8f698a15db7c7c5",
      "shop": "7db1293602693ead1913007dad4d2180",
      "signups": "49cac2e5a5e36d8a97bdec579702140c",
      "subscribers": "a9dde78a2c388346b4c4ad68c9a76573",
      "table": "7a30f62aebf17baff3728ca3aee8a963",
      "trait": "",
      "transactions": "de93c4d884033569a660da1cf8c2089a",
      "written": "cbccb5e907904fa37c9f8e80f5a0e422",
    }
  `);
});
