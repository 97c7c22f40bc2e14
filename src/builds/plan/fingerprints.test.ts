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
      "again": "01f31d068508e350832bdecfefb05fba",
      "any": "157ec2c6d2ff249588b2601c44261424",
      "buyers": "e6a289fa313b8c16dc1d2f731dae16c2",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "63fb314c8ec49a448884983da489123b",
      "deleted": "4ddd6b70519cb385492233d7058d2235",
      "file": "778239392c439667fb754744d8d870f1",
      "gone": "02b73a76d3f19547e392d52998b8fea7",
      "kinds": "dacd4dfecd98aff82650a8495b94b7ce",
      "loyal": "f8a937df8bf0ae4995113ec4d3b77645",
      "merge": "eb07ebe2277d70b9d2fdd21571dd4756",
      "nearby": "bb72f7291c032d67318350d4ea3325c1",
      "next": "c1fc7f1e5d60ad2396db6f3868be5960",
      "orders": "25c46f7359de4bd592ce4792cdf834d2",
      "others": "44a80d36b452b147a44b68d44f35ca53",
      "people": "1ed0dfe20bd82a1be2dfa5201a281b6a",
      "plain": "7f565250e90374e7d817df8e11690706",
      "preview": "a45314196c57d50ded7ff6ddc51a84a8",
      "referenced": "0e0ca42d72299cc98cbb9d08b74d34d8",
      "scope": "47acee8be0967e562d012dc156f3efd0",
      "shop": "b1a5964b466545c72569e34352c34131",
      "signups": "84e0d464c31f4c9e3f27e27cd2ad16cc",
      "subscribers": "10fa500780b3a33b99053916cc44774b",
      "table": "f2ba611cffd98af41ed09ea744641338",
      "trait": "",
      "transactions": "2ba4c761bd372525d072db3df5fb2f0e",
      "written": "d45d3cc2aed6cf961c180c8459774644",
    }
  `);
});
