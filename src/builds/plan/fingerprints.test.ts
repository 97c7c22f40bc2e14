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
      "again": "e120e30f40415a653992a8375ec0c914",
      "any": "f78c2ba0e708645403c45dc75fe8e806",
      "buyers": "2f6723fec1567073df763ea33d5a108b",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "63888416bac7b0c506a87ac6aa1e4af9",
      "deleted": "4b6ad6face6c200cbbd4ccf1f77903ff",
      "file": "b6ee159b1ff2353ae617881443f779dc",
      "gone": "ed917a54e7ed307bb3886e6c2329a4e2",
      "kinds": "0c251824c4c91c0fdde5b3f7d1318b03",
      "loyal": "a94b04313886f37173d1329e9d7886ec",
      "merge": "a04d3c79924677d042bf376c941c2008",
      "nearby": "5a9468b1824ed548e825f400f02ea375",
      "next": "70d23015505e6d18dcee543f4936a654",
      "orders": "44c0bab942d1b651a206cee0d9bbcc34",
      "others": "0aeb84fbad4786afadf8a99211625264",
      "people": "df2ed72d017071ad0abcac9b21d3bdcd",
      "plain": "e803bb43af0aa803df75b54fb06b6808",
      "preview": "201fa593a06a095b54a454f96b727856",
      "referenced": "8a32e6558e7c0f6055c2b38bea74777d",
      "scope": "882a813e58ae3187ab5f7687e4de0bb9",
      "shop": "c235dec0a96fcf21ab8bbd89a30e7b60",
      "signups": "73140c96a4d76f8e40f0007fd65fc933",
      "subscribers": "c8cebfd6c0567fb7435121e3bf771da2",
      "table": "b0c5f4f777fd5b2552a66a8b5038064b",
      "trait": "",
      "transactions": "0e5b5cbd8b5accca2ac446c05ba9442b",
      "written": "0427624fa9a6d609ead713c75f083cfe",
    }
  `);
});
