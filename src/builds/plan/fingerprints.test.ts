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
      "again": "d25c496e6087188a1556d2b84e4633fd",
      "any": "842ae9297c949900fb85e85ca14ab77b",
      "buyers": "7d189300a9257ed8dedd28a68888b0f6",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "406c8e71490901647a33c2cc89a1389c",
      "deleted": "53b7e3427ef009ff333ef3cd54a58a97",
      "file": "217ab7f7841610037b8796b29947fd96",
      "gone": "2fe2b88ae1f9ce28f7d745d54441a48e",
      "kinds": "1fc56fb171c9be5fd28b00271b3f3bf8",
      "loyal": "07080d91570a455f9af968225fbfa7d2",
      "merge": "13f2c957ca81fce6309b454b039a7214",
      "nearby": "b1a18bea34671d32005ecf44d9b3ba0a",
      "next": "7f47299ae1496ed7822f4e32bdbe831c",
      "orders": "c0e64d81a90e24f7f1176a78ff1668ff",
      "others": "91f815721712647873906ae762e53e4f",
      "people": "9595c797da9a38a4fbeaed5a3d49667f",
      "plain": "d5f8853181d299bc0bdaf6a10657f6ad",
      "preview": "a218eb8243d3f2a28d2d1be7849033ce",
      "referenced": "4760eedd022a08cbf3f60f045c0d5f37",
      "scope": "e53f22b165ac2abf8e923a57c60af754",
      "shop": "dda79b2999b77a119c774e77fca5da6d",
      "signups": "e92c11b9c21f6d8c17edda18533c7248",
      "subscribers": "71c0dfd4a0c43ef20911ff9d6a7273a1",
      "table": "75863090551eea4b87fe8e69687ad724",
      "trait": "",
      "transactions": "5434deb982889da5518108a05583c0d1",
      "written": "ffbdcd7d4e6b0b6ca5a9d6df5d8b13d1",
    }
  `);
});
