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
      "again": "0179e9c8b1adac2379380190e193e98d",
      "any": "d138009a1f843db1cd19aa45046c382e",
      "buyers": "ad4b50471168db966b6f183b7dc6d4fd",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "406c8e71490901647a33c2cc89a1389c",
      "deleted": "53b7e3427ef009ff333ef3cd54a58a97",
      "file": "4b04d642ce6a33c7f19ed3a9531a519e",
      "gone": "8ded239f9cec4e7b3741aa9cc0c36f8e",
      "kinds": "f08d141750d9a490a196ac287a0caafe",
      "loyal": "d587cb2419e1a3267a8462c0809a3f4b",
      "merge": "13f2c957ca81fce6309b454b039a7214",
      "nearby": "7ad197c0505cbde417b6db3d3e83ecae",
      "next": "51ef4e722d08d054834ba09a8aa8ddc4",
      "orders": "c0e64d81a90e24f7f1176a78ff1668ff",
      "others": "2ac198782b74697c314f6bc31bf4ecb8",
      "people": "d503f65e9ae52facdf70c7cf6545ba88",
      "plain": "aa5a109e6eb46a63a36d25a0c09f1aa5",
      "preview": "a218eb8243d3f2a28d2d1be7849033ce",
      "referenced": "ae02c8032ef8a585ea066ccae636a57c",
      "scope": "3372f83c5764041fdd6f8e9205616e47",
      "shop": "9fe9e7c1f9e2ce9f91699e626ac028f1",
      "signups": "5a8d7c3423b3f18a8861846d22f7caf2",
      "subscribers": "42cf8888220498a753bb5507d258ec9b",
      "table": "75863090551eea4b87fe8e69687ad724",
      "trait": "",
      "transactions": "61172e78a76fa490f2450931471683ba",
      "written": "7fdc3690f45543e936e14f47dbae91ef",
    }
  `);
});
