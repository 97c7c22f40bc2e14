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
      "again": "950cf6e85be53b02bdbe055da2b74263",
      "any": "794a619a99c7b4017c6970beeb1ef462",
      "buyers": "9152de0ec4c43b19c9e9c6e8a9d4dbf9",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "c8884f29c7bc3b1c41c6955887df73f1",
      "deleted": "edd5ce3e3153bf3abc8b1467f870ca5f",
      "file": "c7c4393a2ed1aba758be22e4ccbb5b2d",
      "gone": "55e8782ae0ee22abb0a004e1f18e1e15",
      "kinds": "a63a2058eff5ddb1f7a361dd557f30d1",
      "loyal": "c1bc5b8939a4cdc3c0dd83bc3543a845",
      "merge": "07c0c136027680aaa78af8ed3e229aca",
      "nearby": "f95d4f898aa6d5bfba035a05df576d39",
      "next": "e99adbf121e2c447ba2f06d9029822d0",
      "orders": "a52fbb4c0a1a805f9e4568d4d25b7bd9",
      "others": "0d936a99940348195a301838937e17a8",
      "people": "be2563ec9d52a24efe03bdf9ad51d26d",
      "plain": "aace8a5823ca5714a4e2defb6034cfdd",
      "preview": "ded8810f4574e478f2de3a9c15ae0ea0",
      "referenced": "d1a830594a555b2f2e1c5a73a909145d",
      "scope": "f4f28811f3d86017d7af81fbb3c38877",
      "shop": "978f2adf7b6c2b4da3c6340d12d388c8",
      "signups": "04ae7d45d104d57a59c3fc1fe6359a48",
      "subscribers": "a04ac43ba02a8cd92872e39cc532dc7b",
      "table": "021ae50e195448f366ca91dc4b2f0ea2",
      "trait": "",
      "transactions": "049249b0c547858de94e64a86e424269",
      "written": "ef7fbc71699c53c7e699cb71bc756b65",
    }
  `);
});
