import { expect, test } from "vitest";
import { decisionInWords } from "./decision-words.js";

test("a split says how many records were parted, and from how many", () => {
  expect(decisionInWords({ kind: "split", record_ids: ["1"], other_record_ids: ["2", "3"] })).toBe(
    "1 record is not the same person as 2 others.",
  );
});

test("a merge is said of people", () => {
  expect(decisionInWords({ kind: "merge", record_ids: ["1"], other_record_ids: ["2"] })).toBe(
    "Two people are one.",
  );
});
