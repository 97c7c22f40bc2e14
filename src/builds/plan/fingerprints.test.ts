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
      "again": "7450f10845f91c6c2c982e76d35936ae",
      "any": "bcbbd23389daf1f71eefb741f84123ea",
      "buyers": "098597e19b734be32b2cd928666c7153",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "e7566eba504aebee5b39e2fb70c7e063",
      "deleted": "89ff3b807111de81c6f051dba72fe765",
      "file": "2f9d9c65069f62c05b14607a7009c118",
      "gone": "3f205407ef0234005bc0cfd48b9cf448",
      "kinds": "638cd8f7e8eff219219fcdabe90aef3d",
      "loyal": "46a70a1c7c13a821be3292d90ac6ef8e",
      "merge": "41a96ab0d91df2854e0cf2c997603051",
      "nearby": "232ea5d7c15baba2dfd6043c9e83ce02",
      "next": "cbb2f19c1d55ef978ea8496e85c7e66b",
      "orders": "7e9d382136a1f5b7f09d650411ee9be4",
      "others": "dbd5effdba2b1304fac6d0aa7bc3655e",
      "people": "6e6009a93b7322da6df2a30567e6ef4b",
      "plain": "cdd487c6f3b1c2681ad3244e38c7fecb",
      "preview": "7e82c0abb996381bfd86305db406e701",
      "referenced": "e8c64e6f4e424df75e0042122dc9538f",
      "scope": "c6e51870deaf99aede479b95d2a08726",
      "shop": "08dc394551045bfe224471945091c0c2",
      "signups": "3b75d475f4802789dbc0656c5b08baed",
      "subscribers": "247dd4af7dea4c1bd9d6ec9ed008d634",
      "table": "c6db0de7e38a0a9886e8ec67fb2b82a7",
      "trait": "",
      "transactions": "532975ed9c6edc870ddc5c911c06dbb6",
      "written": "8d0098d6493214c8ef3d32bb1c376e4d",
    }
  `);
});
