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
      "again": "bd6e51fe0ec263d1e07f8ca343b8458d",
      "any": "450207b67049648102ab34586c5c32bb",
      "buyers": "675822dbd54289db9ed3bcdb6b5468c2",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "07bcbc1f5dc2a58ff329891c796cf7e3",
      "deleted": "86bf0a334883f525186784795f8543ae",
      "file": "ee960dd87bd5cb5a53384f1ab9e3c9f1",
      "gone": "b25c2e5203b2ba10fd58a5e7d9b0d123",
      "kinds": "7e1887404c772d45c96977c4b8ff84d5",
      "loyal": "79d2f30316717593fef6b77e92fca818",
      "merge": "9c4a20e2c8e780d3241a643fdde4f238",
      "nearby": "119128054e50c5933464206a6ea429d1",
      "next": "be593602dc6d06c5d39acde787e20003",
      "orders": "86367c777bd58cc57dee4b10bec46061",
      "others": "aacd789ca41430703633376fc93a66a6",
      "people": "c1978a967f34a2c984b3977140288c4a",
      "plain": "b5cc8ec38e72fc4c1f43393326b4187a",
      "preview": "71ca52599bd6099044931e159d8d848e",
      "referenced": "276a9b4ac03c9ab304d7b0587a68d3fd",
      "scope": "f187f6961659a94d97e687ee2e61cbc5",
      "shop": "348fd49aa1238f36b615b1d6a6931797",
      "signups": "e6f1d404383359b411328a05c2a8ca9f",
      "subscribers": "f951acf4919b2ba55ba1170cc7ae1e11",
      "table": "e47229f7ec1a0934d56f2e0cbd8346ed",
      "trait": "",
      "transactions": "a9ac7bc0b95ae6059ebe88e916ed3e87",
      "written": "1a005f668fc6782e6cc7a3aa4bb8e79a",
    }
  `);
});
