// What the owner says of pairs of records, as pairs of nodes. Of a record that is not there, nothing is said.

import type { Decision } from "../../domain/people.js";
import type { Engine } from "../../warehouse/engine.js";
import { decisionPairs } from "../../warehouse/persons/links.js";
import type { Relation } from "../../warehouse/sql/sql.js";

/** Stages one row per decision as `name`: left_node, right_node. */
export const stageDecisionPairs = async (
  engine: Engine,
  name: string,
  decisions: readonly Decision[],
  numbered: Relation,
): Promise<Relation> => {
  const keys = await engine.createTableOf(`${name}_key`, {
    left_key: BigInt64Array.from(decisions, ({ left }) => BigInt(left)),
    right_key: BigInt64Array.from(decisions, ({ right }) => BigInt(right)),
  });
  return engine.createTable(name, decisionPairs(keys, numbered));
};
