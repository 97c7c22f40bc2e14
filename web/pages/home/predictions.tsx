// All predictions at a glance: whether each model is worth using, and why.

import { Link } from "wouter";
import { verdictText, verdictTitle } from "../../../src/words/verdict.js";
import { type Kind, pageOf, type Records } from "../../api/kinds.js";
import { ButtonLink } from "../../ui/button.js";
import { formatCounted, reader } from "../../ui/format.js";
import { Empty, Panel } from "../../ui/panel.js";
import { StatusBadge } from "../../ui/status.js";
import styles from "./home.module.css";

type Outcome = Records["outcomes"];

export const Predictions = ({ records }: { records: readonly Records[Kind][] }) => {
  const outcomes = records.filter(
    (record): record is Outcome => record.resource_type === "outcomes" && !record.archived_at,
  );
  return (
    <Panel title="Predictions">
      {outcomes.length === 0 && (
        <Empty action={<ButtonLink to="/outcomes/new">New prediction</ButtonLink>}>
          No predictions yet. A prediction says how likely people in one cohort are to enter another.
        </Empty>
      )}
      <ul className={styles.cards}>
        {outcomes.map((outcome) => (
          <li key={outcome.id}>
            <Card outcome={outcome} />
          </li>
        ))}
      </ul>
    </Panel>
  );
};

const Card = ({ outcome }: { outcome: Outcome }) => (
  <article className={styles.card}>
    <h3>
      <Link to={pageOf("outcomes", outcome.id)}>{outcome.name}</Link>
    </h3>
    {outcome.verdict ? (
      <>
        <p>
          <strong>{verdictTitle(outcome.verdict)}</strong>
        </p>
        <p className="small">{verdictText(outcome.verdict, reader)}</p>
      </>
    ) : (
      <StatusBadge of={outcome} />
    )}
    {outcome.horizon_days && (
      <p className="small soft">Within {formatCounted(outcome.horizon_days, "day")}</p>
    )}
  </article>
);
