// What is foretold, at a glance: whether each model is worth using, and why.

import { Link } from "wouter";
import { type Kind, pageOf, type Records } from "../../api/kinds.js";
import { ButtonLink } from "../../ui/button.js";
import { Empty, Panel } from "../../ui/panel.js";
import { StatusBadge } from "../../ui/status.js";
import { decisions } from "../outcomes/evidence/headline.js";
import styles from "./home.module.css";

type Outcome = Records["outcomes"];

export const Predictions = ({ records }: { records: readonly Records[Kind][] }) => {
  const outcomes = records.filter(
    (record): record is Outcome => record.resource_type === "outcomes" && !record.archived_at,
  );
  return (
    <Panel title="What is foretold">
      {outcomes.length === 0 && (
        <Empty action={<ButtonLink to="/outcomes/new">New outcome</ButtonLink>}>
          Nothing yet. An outcome foretells who of one cohort will be in another.
        </Empty>
      )}
      <ul className={styles.cards}>
        {outcomes.map((outcome) => (
          <li key={outcome.id}>
            <Verdict outcome={outcome} />
          </li>
        ))}
      </ul>
    </Panel>
  );
};

const Verdict = ({ outcome }: { outcome: Outcome }) => (
  <article className={styles.card}>
    <h3>
      <Link to={pageOf("outcomes", outcome.id)}>{outcome.name}</Link>
    </h3>
    {outcome.verdict ? (
      <>
        <p>
          <strong>{decisions[outcome.verdict.decision]}</strong>
        </p>
        <p className="small">{outcome.verdict.text}</p>
      </>
    ) : (
      <StatusBadge of={outcome} />
    )}
    {outcome.horizon_days && <p className="small soft">Within {outcome.horizon_days} days</p>}
  </article>
);
