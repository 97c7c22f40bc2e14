// Trust in a prediction: its warnings, its comparison with simple rules, and its calibration.

import { noWarnings, warningText, warningTitles } from "../../../../src/words/warnings.js";
import { formatCounted, reader } from "../../../ui/format.js";
import { Panel } from "../../../ui/panel.js";
import type { Analysis } from "./analysis.js";
import { Calibration } from "./calibration.js";
import styles from "./evaluation.module.css";
import { testSentence } from "./headline.js";
import { Rivals } from "./rivals.js";

export const Trust = ({ analysis, name }: { analysis: Analysis; name: string }) => (
  <Panel title="Can it be trusted?">
    <Warnings warnings={analysis.warnings} />
    <p>{testSentence(analysis)}</p>
    <div className={styles.figures}>
      <Rivals analysis={analysis} name={name} />
      <Calibration deciles={analysis.deciles} name={name} />
    </div>
  </Panel>
);

const Warnings = ({ warnings }: Pick<Analysis, "warnings">) =>
  warnings.length === 0 ? (
    <p>{noWarnings}</p>
  ) : (
    <>
      <h3>{formatCounted(warnings.length, "warning")}</h3>
      <ul className={styles.warnings}>
        {warnings.map((warning) => (
          <li key={`${warning.kind}${warning.about}`}>
            <b>{warningTitles[warning.kind]}.</b> {warningText(warning, reader)}
          </li>
        ))}
      </ul>
    </>
  );
