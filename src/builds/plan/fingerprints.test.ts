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
      "again": "9c24de29da5edafd6cb304df9dc03734",
      "any": "8b7cbb7ffb209ea384136aa527f99b1f",
      "buyers": "811c1eee86fcbd6aa0cab3f0732c1113",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "0ef5f118ca9838f3ecb0fb0c44c3db23",
      "deleted": "b45fbb35464bc5a7cd6521ff19cacfd7",
      "file": "7caa36d8d17348b347d452360697c36d",
      "gone": "d06fedeb98134937a5faab847c89922a",
      "kinds": "795c73e57994448eb233def582d1835f",
      "loyal": "db89f3ee58c2a206e2d9bba67516d42b",
      "merge": "f6878e7c6d33ea14162a1b0f346d74b4",
      "nearby": "467056786785a82faf3c84f6f59e6b5d",
      "next": "6fda9eed2f8a622065993057a61ff6d0",
      "orders": "e7974e9cdccf3d1a27437ea78bc8afd9",
      "others": "581cc215446a0aa6d5a6ba8db102625b",
      "people": "c69c6aacf6808196c7b881ed4e8d4177",
      "plain": "f026bcfcba4826ec0bf58cd5a26187a4",
      "preview": "d6e7f62b0c5ec8c4717223ee331540f8",
      "referenced": "c42d54b299f3e2d9f29f62afaaf3ec19",
      "scope": "87340c2836a832cda3e644ac14316256",
      "shop": "f0b83e609c6adf045acb8ae600ff7d54",
      "signups": "57e1a590071e6ac9ac9af7d441179673",
      "subscribers": "95da1750ea569cd60671b92249feff8d",
      "table": "4a5bd2be4096e75fcf883ffa5c0c18ea",
      "trait": "",
      "transactions": "a24565ef032ae12860ab22df7d866919",
      "written": "054fa20f79011547a82a138e4ba3045c",
    }
  `);
});
