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
      "again": "f7f585ec1134a963e3f18a765e98e992",
      "any": "09b57e544e53b350ce6efa35ec64d4ae",
      "buyers": "dc8ddfccb4a457e1b0f6b8711f18de94",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "406c8e71490901647a33c2cc89a1389c",
      "deleted": "53b7e3427ef009ff333ef3cd54a58a97",
      "file": "3b2737c9736f7c90a13f8adfdc17a1d2",
      "gone": "2086552d0f5d69863050b97aa1ff411f",
      "kinds": "8b8515a882c49d88e9167037356f79eb",
      "loyal": "21e1dcd673dcbeed60f69bb538003f23",
      "merge": "13f2c957ca81fce6309b454b039a7214",
      "nearby": "2c69fbfbb6e50b1102cce3eb833ab5c9",
      "next": "c023a50b5cadad7143e682f35db85ada",
      "orders": "c0e64d81a90e24f7f1176a78ff1668ff",
      "others": "d26e96d6fe7e0e5959b8e9465521288c",
      "people": "a4800cd08881a2afb67fdf6a40577494",
      "plain": "66d8c3334cf3df263ce5b23500959748",
      "preview": "a218eb8243d3f2a28d2d1be7849033ce",
      "referenced": "c682df1556f3af644f790199f6dee5cb",
      "scope": "2fad079fee11bf363696e98d5d8b8646",
      "shop": "ca511d116451cf6424ba1b128e476295",
      "signups": "69d2f7fb2d7a7bfe8f1eefa1c2be680f",
      "subscribers": "912ee750103b192b3b04f5ec59a16a26",
      "table": "75863090551eea4b87fe8e69687ad724",
      "trait": "",
      "transactions": "5c1fc3377702d400cb957c280d0cbbd1",
      "written": "35ea8ef431a08a3d9b21ea3d7228f8eb",
    }
  `);
});
