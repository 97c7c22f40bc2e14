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
      "again": "9edd04d921acd8debcf4a018ec471ffd",
      "any": "36ec6dd51b38304b7ca0f95a16e6fb96",
      "buyers": "9dc5ff4343b8dcaedaec37aa937523d4",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "63fb314c8ec49a448884983da489123b",
      "deleted": "4ddd6b70519cb385492233d7058d2235",
      "file": "36b928326a934405769863d4bc2e259e",
      "gone": "2fdb893f005045a7aeb83f12c10e1e15",
      "kinds": "c39b70500fb422dec016b4f4e75ae0c1",
      "loyal": "3e99805206a01405bb29606a23650fa8",
      "merge": "eb07ebe2277d70b9d2fdd21571dd4756",
      "nearby": "39dd9c3efa245065162d94d973848022",
      "next": "c878080bc0244b9f6f9e0499488b2268",
      "orders": "25c46f7359de4bd592ce4792cdf834d2",
      "others": "de9d4d472f7eff65c56bf92184548d12",
      "people": "271d59c80cf087344b5b88db9309522b",
      "plain": "e1bbe4875ffb35b76fcf621907e3d536",
      "preview": "a45314196c57d50ded7ff6ddc51a84a8",
      "referenced": "a63100b7966ae2360fc9a93d4e96e9f1",
      "scope": "adcc2ef5462bdaaea3f83b6c928c9d9b",
      "shop": "940a6292c6da6680f6f052c58d071e78",
      "signups": "498f11e9fa0ccd839fc8521d5c0e765b",
      "subscribers": "1b9bced900c1476a2aff576d7e844ca9",
      "table": "f2ba611cffd98af41ed09ea744641338",
      "trait": "",
      "transactions": "6f2c3780fc2be98022e08caa55117e9a",
      "written": "91510a211d78da8ee42229984087bd04",
    }
  `);
});
