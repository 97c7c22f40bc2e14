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
      "again": "e90e978e208d9c2c7b9cfb940e57f855",
      "any": "d0a0178ddf5788db119c75b60d9920d8",
      "buyers": "e3a850fa9b62bf3fe15234bfd75ebd13",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "1f1863a9e79faea7b1ee690240376ac3",
      "deleted": "a3270fd20aa46ee830e53a60422f0c32",
      "file": "2fe940110420148e9268ee6c620aa3e0",
      "gone": "652c1b9f1b57ca7a11c3b2d1286af782",
      "kinds": "0da2fef0b77a2da6412bc7e55f03a8c5",
      "loyal": "9985033a21823f7c5241c5a2f0636b21",
      "merge": "4e1bf00ad8b23819af069db30b3e36ca",
      "nearby": "a804d0a324ccc0bbd47ddd7c3bc20050",
      "next": "cd97978cbd5588aa31befb04947f9cb7",
      "orders": "421e9430bfa90b0e6e4982f4927b22b7",
      "others": "36c4d0b44e0e94b2f3b341c79979bdc6",
      "people": "825d1c7243a0438e3cbf86c054edf406",
      "plain": "32abbd91e59d1428b6da070b5220b36c",
      "preview": "6099b1859f4bc0feb7cab93951877e6b",
      "referenced": "07db3a848b17dbf2cf2c6e12dc6e64f1",
      "scope": "7b685071172dd36334f831d4fd8d6313",
      "shop": "d362c76f7cf5c07ba9c69e46252dad38",
      "signups": "33b0945882a4469f4578e82e27e9aab0",
      "subscribers": "37beab21c10400ed6c6831bc5a13d1fd",
      "table": "5b56039c917325f185f764891103b3d2",
      "trait": "",
      "transactions": "ad0e48214f6c449c1f54c41d8cb766d8",
      "written": "5ea67e7af1b88b7683350a8ece288baa",
    }
  `);
});
