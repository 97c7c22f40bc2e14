import { expect, test } from "vitest";
import { type BucketPairing, type BucketSide, bucketPairingOf } from "./bucket-identity.js";
import type { StoreSide } from "./identity.js";

const store = (fields: Partial<StoreSide> = {}): StoreSide => ({
  id: null,
  files: 0,
  ...fields,
});
const bucket = (fields: Partial<BucketSide> = {}): BucketSide => ({
  id: null,
  accountIds: [],
  ...fields,
});
const refused = (because: string) => ({ at: "refused", because }) as BucketPairing;

test.each<[string, StoreSide, BucketSide, BucketPairing]>([
  ["equal ids", store({ id: "1", files: 9 }), bucket({ id: "1", accountIds: ["a"] }), { at: "paired" }],
  ["a new store and an empty prefix", store(), bucket(), { at: "new" }],
  ["a start that was killed before the bucket had its id", store({ id: "1" }), bucket(), { at: "new" }],
  ["a new store on the prefix of another installation", store(), bucket({ id: "1" }), refused("taken")],
  ["two installations", store({ id: "1" }), bucket({ id: "2" }), refused("other")],
  ["files of nobody", store(), bucket({ accountIds: ["a"] }), refused("unnamed")],
  ["a store whose files are elsewhere", store({ id: "1", files: 3 }), bucket(), refused("empty")],
])("%s", (_what, ofStore, ofBucket, expected) =>
  expect(bucketPairingOf(ofStore, ofBucket)).toEqual(expected),
);
