// For whom is it not? People known for a short or a long time, and people who differ in age, gender or a named trait.

import { Panel } from "../../../ui/panel.js";
import type { Analysis } from "./analysis.js";
import styles from "./evaluation.module.css";
import { BiasReport } from "./fairness.js";
import { TenureAttention, TenurePerformance } from "./tenures.js";

export const ForWhom = ({ analysis, name }: { analysis: Analysis; name: string }) => (
  <Panel title="For whom is it less good?">
    <Tenures analysis={analysis} name={name} />
    {analysis.bias ? (
      <BiasReport bias={analysis.bias} name={name} />
    ) : (
      <p className="soft">
        Whether people are treated alike is not compared: no trait tells their age or gender, and no other
        trait is named for it.
      </p>
    )}
  </Panel>
);

const Tenures = ({ analysis, name }: { analysis: Analysis; name: string }) =>
  analysis.tenure_performances.recognized_individuals.length < 2 ? (
    <p className="soft">Everybody has been known for about as long, so newcomers are not told apart.</p>
  ) : (
    <div className={styles.figures}>
      <TenurePerformance analysis={analysis} name={name} />
      <TenureAttention analysis={analysis} name={name} />
    </div>
  );
