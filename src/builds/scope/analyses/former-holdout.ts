// Hold-out that was removed from a pipeline: its groups and scores are kept, so that the same people are held
// out if it is set again, and campaigns from before can still be measured.

import { keptGroups } from "../../../warehouse/arms.js";
import { scopeFiles } from "../../../warehouse/relations.js";
import type { Analysis } from "./analysis.js";
import { keepGroups } from "./holdout.js";
import { keepArmSnapshots } from "./snapshots.js";

export const formerHoldout: Analysis = {
  name: "former hold-out",
  isRequested: (input) => input.formerHoldout != null,
  async ofRows(_, { input: { formerHoldout: former, account }, tools: { engine, dir } }) {
    const { by, share, snapshots, campaigns } = former!;
    const groups = await keepGroups(former!, account.peopleDir, { engine, dir });
    await engine.writeParquet(keptGroups(groups), scopeFiles(dir).arms);
    await keepArmSnapshots(snapshots, former!.dir, dir);
    return { result: { formerHoldout: { by, share, snapshots, campaigns } } };
  },
};
