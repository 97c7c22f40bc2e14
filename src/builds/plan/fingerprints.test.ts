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
      "again": "2c5bb1c2334cc14d7e8e2a2b2e9d5562",
      "any": "d3c3a917bc3d648189823b91642805a2",
      "buyers": "4e82b70bea44fff4da69621b55a50047",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "ebba5d6d0b8fe9ec4de71bc5bb1b2b1e",
      "deleted": "61a3b587bd40f99e46828e0f1989dd7b",
      "file": "d963c399647a3e5f47dda286ff9fe276",
      "gone": "ccd133867d461ff8fd6f86e052c45920",
      "kinds": "c8147e2c42ec98ec3e31b30ff83c7b2a",
      "loyal": "dbd0314e59c1619387bc62019eb14590",
      "merge": "bb8173ff224f8e7f912d4989b2f45ddb",
      "nearby": "4a7f2102cb699f06edfaafa09c9206a1",
      "next": "8edc0bb5ab9774ddc0984d05e3be6ca3",
      "orders": "ed5ddfe2d031241ab20eda3b5c2dd457",
      "others": "9c20ce41c18f682d6ce94af94db9a3cc",
      "people": "9e3284abcc84debb8dcc75be5ef1c7ea",
      "plain": "f1665a5cb3bf39b77244fa9400ae09ed",
      "preview": "ba0f78957a0c8b7b5374235cc7be6037",
      "referenced": "c76e0bc86ad662a6ccf7f59bc9ae0d49",
      "scope": "0209f5eb7cea0a7f7863eab969900e93",
      "shop": "6211f8c4c61d14bfc12833a5bf3da7a6",
      "signups": "8ab9e937d581f8d7de1b8b5ec2fb0cfd",
      "subscribers": "2b14e154633f14dfc15c661fea3c4484",
      "table": "7a30f62aebf17baff3728ca3aee8a963",
      "trait": "",
      "transactions": "51156513d65c3b5af1fdfe0247757c5d",
      "written": "ce262a002e9892a1ba649d76f4a6d15b",
    }
  `);
});
