import { expect, test } from "vitest";
import type { Records } from "../../api/kinds.js";
import { partsOf } from "./parts.js";

const scope = (id: string, ...outcome_ids: string[]) =>
  ({ id, name: id, payload: { outcome_ids } }) as unknown as Records["scopes"];

test("a prediction has the pipelines that score nothing else, and their deployments", () => {
  const scopes = [scope("own", "o"), scope("shared", "o", "p"), scope("other", "p"), scope("empty")];
  const targets = [
    { id: "file", name: "File", scope_id: "own" },
    { id: "table", name: "Table", scope_id: "shared" },
  ];
  expect(partsOf("o", scopes, targets)).toEqual([
    { kind: "scopes", id: "own", name: "own" },
    { kind: "targets", id: "file", name: "File" },
  ]);
});
