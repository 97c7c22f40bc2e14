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
      "again": "d6fe08f873c8d7c9503f53968d90104e",
      "any": "6f0801ea117501366c0356cb366d5d78",
      "buyers": "7830c7a32d40443d69f85e95bec86f64",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "ebba5d6d0b8fe9ec4de71bc5bb1b2b1e",
      "deleted": "61a3b587bd40f99e46828e0f1989dd7b",
      "file": "e3ff0554774ff57edc25a99f5a5a207b",
      "gone": "e3ce80e9a774e770994ea70522fe1df7",
      "kinds": "b87358f0e667e8b53e3e36f803489ed3",
      "loyal": "5339714eeb002ba4a8ac1d6894a7f7cb",
      "merge": "bb8173ff224f8e7f912d4989b2f45ddb",
      "nearby": "497eb5fd9676ff254178caba4e8a5bef",
      "next": "f2975463294323f551782bf936516ef9",
      "orders": "ed5ddfe2d031241ab20eda3b5c2dd457",
      "others": "d175134d2fc53369bd88cce81a9bbabc",
      "people": "c26841ad978c2386987e269cfb5f60a4",
      "plain": "a8220bef0f10be6b2eba1c896d730718",
      "preview": "ba0f78957a0c8b7b5374235cc7be6037",
      "referenced": "ce22f1768ebdf4b7981cc6f412a8f83c",
      "scope": "fddff4dbd2e862b69ba890e875faa893",
      "shop": "bbc4cff8e154c7fd8b4c50b545a884ad",
      "signups": "03dd3975f9ea8c4f0aeee8c21551df44",
      "subscribers": "a4a4d9d21c14fed4d55102cef9740f7d",
      "table": "7a30f62aebf17baff3728ca3aee8a963",
      "trait": "",
      "transactions": "ce9510f477bc05679388c6ccc8797ef2",
      "written": "3a8b7ae2f08882c6e79d3ff7c1869c45",
    }
  `);
});
