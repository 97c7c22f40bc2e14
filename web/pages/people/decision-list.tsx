// Decisions about people, each with a button to undo it.

import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { Allowed } from "../../shell/allowed.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatMoment } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import styles from "./decision-list.module.css";
import { type Decision, useUndo } from "./queries.js";
import { decisionSentence, decisionSides } from "./sentences.js";

/** The decisions about one person, as a panel of their page. */
export const DecisionPanel = ({ decisions }: { decisions: readonly Decision[] }) =>
  decisions.length > 0 && (
    <Panel title="Decisions">
      <DecisionList decisions={decisions} />
    </Panel>
  );

/** Newest first. */
export const DecisionList = ({ decisions }: { decisions: readonly Decision[] }) => (
  <ul className={styles.people}>
    {decisions.map((decision) => (
      <DecisionItem key={decision.id} decision={decision} />
    ))}
  </ul>
);

const DecisionItem = ({ decision }: { decision: Decision }) => {
  const undo = useUndo();
  const [side, otherSide] = decisionSides[decision.kind];
  return (
    <li className={styles.person}>
      <span>
        {decisionSentence(decision)} <Link to={`/people/${decision.record_ids[0]!}`}>{side}</Link>
        {" · "}
        <Link to={`/people/${decision.other_record_ids[0]!}`}>{otherSide}</Link>
        {" · "}
        <time dateTime={decision.made_at} className="small soft">
          {formatMoment(decision.made_at)}
        </time>
      </span>
      <Allowed>
        <Button isBusy={undo.isPending} onClick={() => undo.mutate(decision.id)}>
          Undo
        </Button>
      </Allowed>
      <ErrorNotice problem={undo.error} />
    </li>
  );
};

/** A decision that was just saved. It takes the focus, because its button is gone. */
export const SavedDecision = ({ decision, onUndone }: { decision: Decision; onUndone: () => void }) => {
  const undo = useUndo();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <div ref={notice} role="status" tabIndex={-1} className={styles.saved}>
      <p>
        <strong>{decision.kind === "merge" ? "Merged." : "Split."}</strong> Records and matches below show it.
        Timeline and predictions follow when people are rebuilt.
      </p>
      <Button isBusy={undo.isPending} onClick={() => undo.mutate(decision.id, { onSuccess: onUndone })}>
        Undo
      </Button>
      <ErrorNotice problem={undo.error} />
    </div>
  );
};
