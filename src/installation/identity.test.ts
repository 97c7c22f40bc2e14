import { expect, test } from "vitest";
import { type DirectorySide, mismatchText, pairingOf, type StoreSide } from "./identity.js";

const store = (fields: Partial<StoreSide> = {}): StoreSide => ({
  id: null,
  files: 0,
  ...fields,
});
const directory = (fields: Partial<DirectorySide> = {}): DirectorySide => ({
  id: null,
  accountIds: [],
  ...fields,
});

test.each<[string, StoreSide, DirectorySide]>([
  ["a new store and a new directory", store(), directory()],
  ["a start that was killed before the store had its id", store(), directory({ id: "1" })],
])("%s are joined", (_what, ofStore, ofDirectory) =>
  expect(pairingOf(ofStore, ofDirectory)).toEqual({ at: "new" }),
);

test("equal ids are a pair, whatever else is there", () => {
  const both = { id: "1" };
  expect(pairingOf(store({ ...both, files: 9 }), directory(both))).toEqual({ at: "paired" });
});

test.each<[string, StoreSide, DirectorySide, string]>([
  ["two installations", store({ id: "1" }), directory({ id: "2" }), "other-directory"],
  [
    "a store with another directory",
    store({ id: "1" }),
    directory({ accountIds: ["a"] }),
    "unnamed-directory",
  ],
  ["an empty store beside files", store(), directory({ id: "1", accountIds: ["a"] }), "strange-store"],
  ["a directory without the files", store({ files: 1 }), directory(), "empty-directory"],
])("%s are refused, with what to do", (_what, ofStore, ofDirectory, because) => {
  const pairing = pairingOf(ofStore, ofDirectory);
  expect(pairing).toEqual({ at: "refused", because });
  if (pairing.at !== "refused") return;
  const text = mismatchText(pairing.because, { place: "/srv/data", store: "The metadata store" });
  expect(text).toMatch(/BELLWETHER_DATA.*bellwether adopt/);
});
