import { expect, test } from "vitest";
import { listedCauses } from "../domain/pipeline/replay.js";
import { limits } from "../domain/resource/limits.js";
import { comparisonSentence } from "./replay.js";

const delivered_at = "2026-03-03T08:00:00Z";

test("a comparison says whether the file is the delivered one", () => {
  expect(comparisonSentence({ comparison: "equal", delivered_at })).toBe(
    "Equal to the file that was delivered on 3 March 2026, byte for byte.",
  );
  expect(comparisonSentence({ comparison: "unknown" })).toBe(
    "No file that was delivered from these uploads is known.",
  );
});

test("a difference comes with its causes, each once", () => {
  const causes = [
    { code: "changed", name: "Churn" },
    { code: "files", name: "Orders" },
    { code: "deleted", name: null },
    { code: "deleted", name: null },
    { code: "privacy", name: null },
  ] as const;
  expect(comparisonSentence({ comparison: "different", delivered_at, causes })).toBe(
    "Differs from the file that was delivered on 3 March 2026, because “Churn” has changed since; files of “Orders” were replaced, deleted or refused; something that it was made from has been deleted; people have asked to be left out since.",
  );
});

test("of thousands of causes the first are named, and the others counted", () => {
  const { is: most } = limits.replayCauses;
  const all = Array.from({ length: 10 * most }, (_, i) => ({ code: "added" as const, name: `${i}` }));
  const listed = listedCauses(all);
  expect(listed.causes).toHaveLength(most);
  expect(listedCauses(all.slice(0, most))).toEqual({ causes: all.slice(0, most) });
  const sentence = comparisonSentence({ comparison: "different", delivered_at, ...listed });
  expect(sentence).toMatch(
    /“0” did not exist then; .*; “19” did not exist then; there are 180 further causes\.$/,
  );
});
