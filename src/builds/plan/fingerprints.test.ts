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
      "again": "a69b54ce297d8b12de91b7c57f0efacf",
      "any": "880c854f7ab4830295119405645e250e",
      "buyers": "df5614fb24f84f57ab499368dd21360c",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "0ef5f118ca9838f3ecb0fb0c44c3db23",
      "deleted": "b45fbb35464bc5a7cd6521ff19cacfd7",
      "file": "4c31ac85affdcde06ce1cc79d8d99188",
      "gone": "e1d391a5380915178b10cb75e1e3938d",
      "kinds": "9999b6d10b09d74b2bd091e75f866308",
      "loyal": "00482d684b20096caefa489d9cf3c2f1",
      "merge": "f6878e7c6d33ea14162a1b0f346d74b4",
      "nearby": "7c1222681c0e2c33658f96e89ec7ba94",
      "next": "5f9c7322b7eef52e5eb47dd219df328c",
      "orders": "e7974e9cdccf3d1a27437ea78bc8afd9",
      "others": "6c6ffa4d0ce505884053f7c2d6c99c7d",
      "people": "788bd202e95768b12b67ba8de0e5fc9d",
      "plain": "0ab02a7a48167b54906a29596290419f",
      "preview": "d6e7f62b0c5ec8c4717223ee331540f8",
      "referenced": "6d9cb4a4d5a6e3eceed61c4bc0142cda",
      "scope": "812ef82112354edad0e93460ce942f45",
      "shop": "89042cb3f95c6503f1fee1a64bc9195f",
      "signups": "8efb794d066bad021c1b28886d7262a6",
      "subscribers": "ae3ce6bffcce5930476cceef38347ef7",
      "table": "4a5bd2be4096e75fcf883ffa5c0c18ea",
      "trait": "",
      "transactions": "c46919517f0b366688d638c07be9e502",
      "written": "3c89d4e050df0ba0793964ee7ec221f7",
    }
  `);
});
