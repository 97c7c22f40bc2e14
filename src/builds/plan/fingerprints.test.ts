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
      "again": "2818642fea7450fa22f28e26609ad57b",
      "any": "7c2288fc489c723539d533b4881f7106",
      "buyers": "f2b8ffef515659207a6ca7001e136951",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "63888416bac7b0c506a87ac6aa1e4af9",
      "deleted": "4b6ad6face6c200cbbd4ccf1f77903ff",
      "file": "8a912844de15019f5ff21ade231746d4",
      "gone": "4b510455fe926bfc56aff6b885bd702d",
      "kinds": "6e7cbf70f6d1085b1d2bffa1b2d39d53",
      "loyal": "1bdbc852e6c45b74684aa593350cbc8d",
      "merge": "a04d3c79924677d042bf376c941c2008",
      "nearby": "1d923b23a1144c2cc67f80f799d5c2d4",
      "next": "44975921c724369c5a774ec46c56530c",
      "orders": "44c0bab942d1b651a206cee0d9bbcc34",
      "others": "150d36e0e3dd542846a85308315031cc",
      "people": "ad60e38fc4aed6f941ebed573d412a64",
      "plain": "f7ec54306fe5cbb3b4269002c05bf25f",
      "preview": "201fa593a06a095b54a454f96b727856",
      "referenced": "e897126ee968a6d99b4e8e3bfb7b6793",
      "scope": "147cacc93d1646375eb21447de43b49b",
      "shop": "024e1b8a09eedddd1e85c0ecc4e9bd8b",
      "signups": "69de967fd555bdd5e2b95bfaaef78f3e",
      "subscribers": "aaa092d1aa4e5171aba9eb1839b5c38e",
      "table": "b0c5f4f777fd5b2552a66a8b5038064b",
      "trait": "",
      "transactions": "f856b5f76bca322f6c5cc2c57e8b74d2",
      "written": "b41bf6d45b4ccd0d8a10e962ce4f7d3c",
    }
  `);
});
