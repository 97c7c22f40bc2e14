import { expect, test } from "vitest";
import { UsageError } from "../exit.js";
import { selectionOf } from "./tap.js";

const root = (selected: unknown) => ({ breadcrumb: [], metadata: { selected } });

test("a catalog selects streams by their metadata, and leaves out fields", () => {
  const { has, leavesOut } = selectionOf(
    {
      streams: [
        {
          tap_stream_id: "people",
          metadata: [root(true), { breadcrumb: ["properties", "phone"], metadata: { selected: false } }],
        },
        { tap_stream_id: "list_a", selected: true, metadata: [root(false)] },
        { tap_stream_id: "list_b", selected: true },
        { tap_stream_id: "list_c" },
      ],
    },
    "catalog.json",
  );
  expect(["people", "list_a", "list_b", "list_c", "list_d"].map(has)).toEqual([
    true,
    false,
    true,
    false,
    false,
  ]);
  expect([leavesOut("people", "phone"), leavesOut("people", "email")]).toEqual([true, false]);
});

test("what is no catalog is refused", () => {
  expect(() => selectionOf({}, "catalog.json")).toThrow(UsageError);
});
