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
      "again": "069e80bcef7b87e79714f6bc3d18f3dd",
      "any": "40310e6cbb16279d53c056d313d1a070",
      "buyers": "9803dd7c0247d80536785c975df6360b",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "e7566eba504aebee5b39e2fb70c7e063",
      "deleted": "89ff3b807111de81c6f051dba72fe765",
      "file": "4deac20e82953c996081ba2905d68041",
      "gone": "2b96fb71c24a9dbe02b90502a2c51f01",
      "kinds": "c14665fe913f0a94d82d958c93712a96",
      "loyal": "0b92b5d78bd1913ec5b99c4e46b6621a",
      "merge": "41a96ab0d91df2854e0cf2c997603051",
      "nearby": "02f85f25e83b5443f89aa43959d0f12f",
      "next": "812c27e9e3838b0dd7ebfbdb6d34a3cd",
      "orders": "7e9d382136a1f5b7f09d650411ee9be4",
      "others": "5dc21c9df87f3abba1abc25608c31db7",
      "people": "6b9080d735d021d97b4063382a393136",
      "plain": "8314b7f0f53f81808f669f8d20b22a67",
      "preview": "7e82c0abb996381bfd86305db406e701",
      "referenced": "0123499b23fc03ca23993fb99f77efc4",
      "scope": "98a911c709fc75bf941b7299e5f34665",
      "shop": "384a94c72c505858da1a6424f918eb8c",
      "signups": "593b1a3096a7303fcb4f7ad3bcb55fe5",
      "subscribers": "8940e03079386d8bbe875e28ffc39f11",
      "table": "c6db0de7e38a0a9886e8ec67fb2b82a7",
      "trait": "",
      "transactions": "360aa70f872136e4974196f283c29c8b",
      "written": "f72c9cb3721ee1d39fc28bfcb3d6f4f7",
    }
  `);
});
