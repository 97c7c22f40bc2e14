// Lasting hold-out of the account in a pipeline: whoever it holds out is held out here, too, beside the
// people of the pipeline's own hold-out.

import { heldOutAmong, withLastingArms } from "../../../warehouse/lasting-arms.js";
import { lastingHoldoutFiles, relation, scopeFiles } from "../../../warehouse/relations.js";
import type { Relation } from "../../../warehouse/sql/sql.js";
import type { ScopeInput } from "../input.js";
import type { Analysis, ScoredPipeline } from "./analysis.js";

export const lastingHoldout: Analysis = {
  name: "lasting hold-out",
  isRequested: (input) => input.lastingDir !== undefined,
  async ofRows(rows, pipeline) {
    const groups = lastingGroups(pipeline.input)!;
    return { rows: withLastingArms(rows, groups, hasOwnArms(pipeline)) };
  },
  async ofFile({ input, tools: { engine, dir } }) {
    const scores = relation(scopeFiles(dir).scores);
    const { people } = await engine.row<{ people: number }>(heldOutAmong(scores, lastingGroups(input)!));
    return { lastingHoldout: { held_out: people } };
  },
};

/** Groups of the account's lasting hold-out; null: there is none. */
export const lastingGroups = ({ lastingDir }: Pick<ScopeInput, "lastingDir">): Relation | null =>
  lastingDir === undefined ? null : relation(lastingHoldoutFiles(lastingDir).groups);

/** Whether the rows have the groups of the pipeline's own hold-out. */
const hasOwnArms = ({ input: { holdout }, outcomes }: ScoredPipeline): boolean =>
  outcomes.some(({ outcome }) => outcome.id === holdout?.outcomeId);
