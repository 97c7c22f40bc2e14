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
      "again": "01e312cc2e9af24a247faddd6452b7a5",
      "any": "a583bef2ff4f2d4d573d32e7e751bd10",
      "buyers": "e7fe959e520ad22a8b712a94375843b9",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "ebba5d6d0b8fe9ec4de71bc5bb1b2b1e",
      "deleted": "61a3b587bd40f99e46828e0f1989dd7b",
      "file": "9ba5de0282afa239e007218f082fa71a",
      "gone": "e4f79e9a4a0bda171f8fb0e9358da140",
      "kinds": "77b9270607531596a81b14f0bb59b6fe",
      "loyal": "bce4a7ef0b044193dd0f93c09061df3c",
      "merge": "bb8173ff224f8e7f912d4989b2f45ddb",
      "nearby": "d358cff37c674681ac0c7d719dec5a73",
      "next": "bdc737d63e19d6c515571b25bb278d99",
      "orders": "ed5ddfe2d031241ab20eda3b5c2dd457",
      "others": "1e629026042d401cb385d0085ea1fd1f",
      "people": "10fde99b8e1abecd7e46e39ba95c4e13",
      "plain": "5b11a8dd9df93a7f53002b0f4f570710",
      "preview": "ba0f78957a0c8b7b5374235cc7be6037",
      "referenced": "feeea570350e140c19a7766bca9df6c9",
      "scope": "4bcd106610f2f3593620e18cafe1c946",
      "shop": "a347665270e7ab44e7c18a88235b1dc9",
      "signups": "13c28b3337ca53b6df98a3b7974ed5d3",
      "subscribers": "cbe59c681f7262352caa59da1f256e63",
      "table": "7a30f62aebf17baff3728ca3aee8a963",
      "trait": "",
      "transactions": "9285ba354802077601f3c43a44be597f",
      "written": "ebeee00094255337b0c972891512b699",
    }
  `);
});
