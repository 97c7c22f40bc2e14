import { expect, test } from "vitest";
import { recordBuild, representativeAccount, representativeFiles } from "./fixtures.js";
import { planBuild } from "./plan.js";

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

// A change of a fingerprint rebuilds that result, and all that depend on it, in every data directory. An intended change raises the
// version of the kind and is visible here.
test("equal inputs have the fingerprints that they had in older versions", () => {
  expect(fingerprintsOf()).toMatchInlineSnapshot(`
    {
      "again": "ee17f9f82df98faa44c38a2243546d92",
      "any": "172f358687e97b509a552118c9d277e1",
      "buyers": "7b348cf4e14b60022b282f5d7793ae76",
      "connection": "19ec77f0b135cc96f660d1bbccbd8f95",
      "customers": "90a10890ee126edcb99510da1e9080b1",
      "deleted": "f23871bb6443e1f096e4010a3b12303f",
      "file": "e943ea497f03077c17da066d6575e2cc",
      "gone": "09f91c61896105f104eecda55c186790",
      "kinds": "76080b7a2eb74a89ce007b564ce215d7",
      "loyal": "0e2378c6fa90e42f1ab5c81f44021a71",
      "merge": "8d44d7ec87ae79c3877ffa48f90e194c",
      "nearby": "442007dec27166c6e6886efdc8c552b6",
      "next": "14d058322c77d497244fafad53815365",
      "orders": "c8dabf4f55bca8593493e68844fee91c",
      "others": "7cb2ca63183c8edd93c1dec46b62a9bd",
      "people": "c5bdf1bd72f349b07c52b33a92d1a37c",
      "plain": "32752d9fd09508ebf0518955910889bc",
      "preview": "9c389018a430796df45d2e36e0c1d50d",
      "referenced": "d6b3e0f3adef245976de3036fdbfebe1",
      "scope": "a149af6ae173303058b8402ca1d9c86a",
      "shop": "2adf83826ef7ec9f8272ab85dfbe1fd9",
      "signups": "5eedd7b3e65458576c5aab98ba2299ee",
      "subscribers": "af1c2965952a0d9e2934afd001f6cdd4",
      "table": "9b374a58b699ff22113df85d93d0343f",
      "trait": "",
      "transactions": "921403e81dc0deffc8be1a043e442186",
      "written": "ed1be547153c13b8dc9da44f2a22cfe3",
    }
  `);
});
