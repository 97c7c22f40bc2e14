import { expect, test } from "vitest";
import { plannedResult } from "../../domain/planned-result.js";
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

// A change of a fingerprint rebuilds that result, and all that depend on it, in every data directory. An intended change raises the
// version of the kind and is visible here.
test("equal inputs have the fingerprints that they had in older versions", () => {
  expect(fingerprintsOf()).toMatchInlineSnapshot(`
    {
      "again": "657479a2cde2f6c2af348ca4905f9d89",
      "any": "69bd773572000a05a0a2227accff8866",
      "buyers": "ca8770d7f7bcbad04f2e2fa029d42c02",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "acb136a13a657aa09f15d5c7d6aa6e71",
      "deleted": "27cb68571b0d7e51c5d01349370aba6d",
      "file": "fd3d9a48b7b6eccdfadde69d27969363",
      "gone": "9291b17f1cc640a59754d7340aff23de",
      "kinds": "4fbbbd10d68513b5dad540ea7b3af05e",
      "loyal": "643be22b6246ccaab826f3fc2cfb2a36",
      "merge": "29ce55d875a8f37c372de1438f5c9d44",
      "nearby": "756c6cdefcf57051c2eeff032f4ad466",
      "next": "d97730e7da6ecede9181833adf63fac8",
      "orders": "4b1b6686c33a077ef63c3665642bff7a",
      "others": "46332d4a09bd5f0ce4a01625e71b3d09",
      "people": "3ebdeb979294f76118337b8802e178a1",
      "plain": "afa5778091cc4db9d267cf8288445c01",
      "preview": "cb21e1a08693cf6c99eb355f5a7d850a",
      "referenced": "a9a450be29ce94f6e3d3d5224862b041",
      "scope": "935556e5bd7cc9687a0324ca57f419e7",
      "shop": "3bcef16034c2b6ce4687e7e5135af293",
      "signups": "e5f25ddf829142f77e9c21543afc43e9",
      "subscribers": "4d10e69f644614cf8cfb4e30b0c71bbd",
      "table": "a131b51bd9194c166b10ebdc212d63da",
      "trait": "",
      "transactions": "083349bad1ee96cc37076759c22df402",
      "written": "f74d1b06aa6e2c9196802cc7a06872f3",
    }
  `);
});
