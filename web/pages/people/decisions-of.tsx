// What was decided of people, newest first, each to be taken back.

import { Link } from "wouter";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatMoment } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import { decisionInWords } from "./decision-words.js";
import styles from "./merge.module.css";
import { type Decision, useUndo } from "./read.js";

/** Of one person, as a part of their page. */
export const DecisionsOf = ({ decisions }: { decisions: readonly Decision[] }) =>
  decisions.length > 0 && (
    <Panel title="What you have decided">
      <DecisionList decisions={decisions} />
    </Panel>
  );

export const DecisionList = ({ decisions }: { decisions: readonly Decision[] }) => (
  <ul className={styles.people}>
    {decisions.map((decision) => (
      <One key={decision.id} decision={decision} />
    ))}
  </ul>
);

const One = ({ decision }: { decision: Decision }) => {
  const undo = useUndo();
  const [first, other] = [decision.record_ids[0]!, decision.other_record_ids[0]!];
  return (
    <li className={styles.person}>
      <span>
        {decisionInWords(decision)} <Link to={`/people/${first}`}>One side</Link>
        {" · "}
        <Link to={`/people/${other}`}>the other</Link>
        {" · "}
        <time dateTime={decision.made_at} className="small soft">
          {formatMoment(decision.made_at)}
        </time>
      </span>
      <Button isBusy={undo.isPending} onClick={() => undo.mutate(decision.id)}>
        Take it back
      </Button>
      <ErrorNotice problem={undo.error} />
    </li>
  );
};
