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
      "again": "5ec6eb9af49a68cdae5d00de1d57593f",
      "any": "174dc0e9a5841250d9abc1aaab5a8e4c",
      "buyers": "ccb5e653f4397f7617f35be62e876990",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "406c8e71490901647a33c2cc89a1389c",
      "deleted": "53b7e3427ef009ff333ef3cd54a58a97",
      "file": "81d34d8830e8fcda03424d4dbd55f277",
      "gone": "c16dfc3d097376490ad51c58571407e3",
      "kinds": "159ef4256cbae989ca41228b24e7553e",
      "loyal": "7f3174cf293ad6cae258a96938a4414b",
      "merge": "13f2c957ca81fce6309b454b039a7214",
      "nearby": "97c3b53607645eef35bdd4326a816692",
      "next": "19d312e1c2363bd054561dfa9ff67d59",
      "orders": "c0e64d81a90e24f7f1176a78ff1668ff",
      "others": "8087e6000b10370d0f285a0fecce03c7",
      "people": "9d9b87f6b3282b424cc8f8865469095e",
      "plain": "f5b2bf736f1392d67ceb2c83562b964d",
      "preview": "a218eb8243d3f2a28d2d1be7849033ce",
      "referenced": "b6d40d60ebf6a3152464e86814e436f7",
      "scope": "f10f63d754226168ff754be88dcfb967",
      "shop": "ce02212c72a7bed43f28b50894b5e687",
      "signups": "9fc076cd122a3993727e6be0c5a72faa",
      "subscribers": "e957e0e02c54fc805049ac2195d37117",
      "table": "75863090551eea4b87fe8e69687ad724",
      "trait": "",
      "transactions": "30da5d5056a3ffced2b3f56cf9126ed6",
      "written": "319e628c19ff2ecdd736cb3c2069f6a7",
    }
  `);
});
