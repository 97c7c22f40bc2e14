import { expect, test } from "vitest";
import { type FirstReads, firstReads } from "./first-reads.js";

test("a page of an account with hundreds of pipelines begins with the answers of some", async () => {
  const scopes = Array.from({ length: 300 }, (_, i) => ({
    id: `s${i}`,
    last_updated_output_at: "2026-01-01T00:00:00Z",
    payload: { outcome_ids: [`o${i}`] },
  }));
  const read: string[] = [];
  const first: FirstReads = {
    async read<T>(_: readonly unknown[], path: string) {
      read.push(path);
      return (path.startsWith("/scopes?") ? scopes : []) as T;
    },
    ask: () => {},
  };
  await firstReads["/"]!(first, {});
  expect(read.filter((path) => path.endsWith("/analysis"))).toHaveLength(20);
});
