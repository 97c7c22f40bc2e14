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
      "again": "e4b72d61a8817612ad6f7a5c62df4b8b",
      "any": "8c9308a1dab8512516f1f1e0b9642602",
      "buyers": "d975523fddc42ec2518b1c8dd56cfafd",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "aed027e31e9ec81bab4b34a0fe7b289a",
      "deleted": "ab62cf8e6d53ff84c20cb488c4965465",
      "file": "a30304c08e2655554a897bcb83773f21",
      "gone": "6a2262fefa6b487604188b2310042c0b",
      "kinds": "9edd8f384e6f1a1fa409529d20708eef",
      "loyal": "cb54013172a857e12d9759d6596d48cb",
      "merge": "cb7f6b679a482fec1376147218f45175",
      "nearby": "2580ae2e61dc770267333cd45acec78c",
      "next": "fed4c71d451bda21c5690a51ec150d0c",
      "orders": "ef6faf7ba2b87b37a5a7877dd9c2fe57",
      "others": "13260cd9b8a54172f7a445f671509540",
      "people": "1bb33382264483417d594b70c982fdd3",
      "plain": "df7f0680715c7997f1f7f8a53883b53d",
      "preview": "ebbf4f25490ce7cc3ea08119b7f07225",
      "referenced": "8d490acec61f9e34ccbb719a3876c640",
      "scope": "a76a1537f36e895a115e290719c07b90",
      "shop": "a33c3165572350b30dc11e4c3a231719",
      "signups": "421ecf9f4032ab8d2d9c5e5cf5a7bc0e",
      "subscribers": "0f56b6816cfbee8bb6dfb9369769f2bf",
      "table": "f92e7cd82167ae807569c63050c572d0",
      "trait": "",
      "transactions": "49c04d6bec3ddd8ea75cf8f871260562",
      "written": "fddae3dc4d7d7c6dbcb6b4d17533f07b",
    }
  `);
});
