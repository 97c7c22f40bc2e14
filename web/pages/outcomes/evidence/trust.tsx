// Can it be trusted? What there is to be wary of, what it was put beside, and whether what it foretold came true.

import { warningTitles } from "../../../../src/words/warnings.js";
import { formatCounted } from "../../../ui/format.js";
import { Panel } from "../../../ui/panel.js";
import type { Analysis } from "./analysis.js";
import { Calibration } from "./calibration.js";
import styles from "./evidence.module.css";
import { testInWords } from "./headline.js";
import { Rivals } from "./rivals.js";

export const Trust = ({ analysis, name }: { analysis: Analysis; name: string }) => (
  <Panel title="Can it be trusted?">
    <Warnings warnings={analysis.warnings} />
    <p>{testInWords(analysis)}</p>
    <div className={styles.figures}>
      <Rivals analysis={analysis} name={name} />
      <Calibration deciles={analysis.deciles} name={name} />
    </div>
  </Panel>
);

const Warnings = ({ warnings }: Pick<Analysis, "warnings">) =>
  warnings.length === 0 ? (
    <p>
      Nothing to warn of: who attains is not settled by how the cohorts are defined, no feature gives the
      answer away, neither the rate nor a feature of weight has jumped before the test, and no stream it needs
      has gone quiet.
    </p>
  ) : (
    <>
      <h3>{formatCounted(warnings.length, "warning")}</h3>
      <ul className={styles.warnings}>
        {warnings.map(({ kind, about, note }) => (
          <li key={`${kind}${about}`}>
            <b>{warningTitles[kind]}.</b> {note}
          </li>
        ))}
      </ul>
    </>
  );
