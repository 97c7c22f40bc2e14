// How good is it? What one gains by asking the people ranked first, and how well those who attain are told from the others.

import { Panel } from "../../../ui/panel.js";
import type { Analysis } from "./analysis.js";
import { Lift, Roc } from "./curves.js";
import { Tenths } from "./deciles.js";
import styles from "./evaluation.module.css";

export const Quality = ({ analysis, name }: { analysis: Analysis; name: string }) => {
  const { roc_curve, roc_auc, lift_curve } = analysis.overall_performance.recognized_individuals;
  return (
    <Panel title="How good is it?">
      <Tenths analysis={analysis} name={name} />
      <div className={styles.figures}>
        <Lift points={lift_curve} name={name} />
        <Roc points={roc_curve} auc={roc_auc} bounds={analysis.intervals.model?.auc} name={name} />
      </div>
    </Panel>
  );
};
