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
      "again": "f68af5f2cacfc69f39d89b0b5d326eee",
      "any": "eac8374b6dbbdbcae8584032c0037e4c",
      "buyers": "7ae47e1cf63d7747031785faef72d818",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "1f1863a9e79faea7b1ee690240376ac3",
      "deleted": "a3270fd20aa46ee830e53a60422f0c32",
      "file": "83070117b010d38011c1e88559f766d3",
      "gone": "f198c17f36937a63c64254005987b8d4",
      "kinds": "ccee2017156db38f56368fa9d281bcb1",
      "loyal": "4255c37e23dbf49e247224d6df10b512",
      "merge": "4e1bf00ad8b23819af069db30b3e36ca",
      "nearby": "4cd1b5d6e4f4840f30edf8bbc465a50b",
      "next": "27642384ceb200437dfc018cb9e1e3b5",
      "orders": "421e9430bfa90b0e6e4982f4927b22b7",
      "others": "25b2ec24e0afbb9c3737d0d99413a4eb",
      "people": "03d83bf8571ac04cdeb2b58b2c82efe0",
      "plain": "03b553ceae1739b340a880597781ef2e",
      "preview": "6099b1859f4bc0feb7cab93951877e6b",
      "referenced": "a6427bf31d57cb5ae0148ce3e488ad21",
      "scope": "4c7476cf551651a0ac0179a28c3f19fc",
      "shop": "44c240cfd38e05e3c606790c607f8bac",
      "signups": "db2cb94cb8d138f6ec78b04050c5b4fd",
      "subscribers": "569b316a078095c96d88bdccef503aa2",
      "table": "5b56039c917325f185f764891103b3d2",
      "trait": "",
      "transactions": "765afed063421c58723dfd0e9bb8643d",
      "written": "0cf9e6fc7a011afa7da6192b2b3bc57c",
    }
  `);
});
