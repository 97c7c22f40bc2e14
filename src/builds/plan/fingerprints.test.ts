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
      "again": "f27f0775a1e7eeb13601e3e3147b59cf",
      "any": "ebfc407c7e63fa1586389d2ec9d36f53",
      "buyers": "f7aecd7c4490dc50f4536518bd466a23",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "07bcbc1f5dc2a58ff329891c796cf7e3",
      "deleted": "86bf0a334883f525186784795f8543ae",
      "file": "e1040ae6dd2eac7dae5cc3c2d81d182d",
      "gone": "9dc5652aa905678b127be7634edc7a79",
      "kinds": "2c73ca6832ba63e1f59c0d5fb28107b5",
      "loyal": "7e589e5580a13e44f4fba08908868df4",
      "merge": "9c4a20e2c8e780d3241a643fdde4f238",
      "nearby": "cf94a21fac4fb0387e8b39e714f9ffb3",
      "next": "1d50d17eba3014970eec2f9170960274",
      "orders": "86367c777bd58cc57dee4b10bec46061",
      "others": "bf95dd5b3676bd59486243e1c2d4d140",
      "people": "50787e1eda281a0db67339f946eab3d1",
      "plain": "cb51bcd286bc28995220d04995ff45af",
      "preview": "71ca52599bd6099044931e159d8d848e",
      "referenced": "4f6984101e3e56867cd83c5fde0887ab",
      "scope": "f89f16849b335fb83de18899b6eec34d",
      "shop": "88fb3aec37aba9a24a95c27409960593",
      "signups": "3b547fd7b1fde62820ab24b5a896c90c",
      "subscribers": "09867bc10045c8c418085c9c6264c377",
      "table": "e47229f7ec1a0934d56f2e0cbd8346ed",
      "trait": "",
      "transactions": "284ce979f33190fca457f9969f522a9f",
      "written": "6c0b6a1d2d1eddfbef6822fae6ba6ab0",
    }
  `);
});
