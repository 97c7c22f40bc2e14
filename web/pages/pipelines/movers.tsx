// Biggest changes of a pipeline's scores since an earlier build: people, from which probability to which, and why.

import { useState } from "react";
import { Link } from "wouter";
import { causeLabels } from "../../../src/words/score-change.js";
import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { SelectField } from "../../ui/field.js";
import { formatCount, formatDay, formatMoment, formatPercent, unbroken } from "../../ui/format.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { ChangeParts, partUnits, widestOf } from "./change-parts.js";
import styles from "./movers.module.css";
import { type Movers as Moved, type Mover, useMovers } from "./use-movers.js";

const shownPeople = 10;

/** Nothing for a pipeline without a prediction. */
export const Movers = ({ pipeline }: { pipeline: Records["scopes"] }) => {
  if (pipeline.payload.outcome_ids.length === 0) return null;
  return (
    <Panel title="Biggest changes">
      {pipeline.status === "ready" ? (
        <Comparison pipeline={pipeline} />
      ) : (
        <p className="soft">Known when the pipeline is built.</p>
      )}
    </Panel>
  );
};

const directions = [
  { value: "both", label: "Up or down" },
  { value: "up", label: "Up" },
  { value: "down", label: "Down" },
] as const;
type Direction = (typeof directions)[number]["value"];

const Comparison = ({ pipeline }: { pipeline: Records["scopes"] }) => {
  const [outcomeId, setOutcome] = useState(pipeline.payload.outcome_ids[0]!);
  const [since, setSince] = useState("");
  const [direction, setDirection] = useState<Direction>("both");
  const { data: outcomes } = useList("outcomes");
  const query = { outcome_id: outcomeId, direction, limit: shownPeople, ...(since !== "" && { since }) };
  const { data, error } = useMovers(pipeline.id, query);
  const chosen = pipeline.payload.outcome_ids.map((id) => ({
    value: id,
    label: outcomes?.find((outcome) => outcome.id === id)?.name ?? "A prediction",
  }));
  const changeOutcome = (id: string) => {
    setOutcome(id);
    setSince("");
  };
  if (error) return <ErrorNotice problem={error} />;
  if (!data) return <Skeleton rows={6} />;
  return (
    <>
      <p>
        <strong>{unbroken(data.text)}</strong>
      </p>
      <div className={styles.tools}>
        {chosen.length > 1 && (
          <SelectField label="Prediction" value={outcomeId} choices={chosen} onChange={changeOutcome} />
        )}
        {data.from && (
          <SelectField
            label="Since the build of"
            value={data.from.build}
            choices={data.builds.map((build) => ({
              value: build.build,
              label: `${formatMoment(build.built_at)}, with events before ${formatDay(build.data_through)}`,
            }))}
            onChange={setSince}
          />
        )}
        {data.from && (
          <SelectField label="Direction" value={direction} choices={directions} onChange={setDirection} />
        )}
      </div>
      {data.summary && <Everyone summary={data.summary} />}
      {data.summary && <People people={data.people} />}
    </>
  );
};

const Everyone = ({ summary }: { summary: NonNullable<Moved["summary"]> }) => {
  const { bands, parts, sampled, entered, left } = summary;
  const means = parts.map((part) => ({ ...part, sentence: causeLabels[part.cause] }));
  return (
    <div className={styles.everyone}>
      <section>
        <h3>Everyone, on average</h3>
        {means.length > 0 ? (
          <ChangeParts parts={means} widest={widestOf([{ parts: means }])} />
        ) : (
          <p className="soft">Nothing changed.</p>
        )}
        <p className="small soft">
          {partUnits}
          {sampled < summary.people && ` Means of a random sample of ${formatCount(sampled)}.`}
        </p>
      </section>
      <section>
        <h3>Customers by change</h3>
        <table className={styles.bands}>
          <tbody>
            {bands.map(({ text, people }) => (
              <tr key={text}>
                <th scope="row">{text}</th>
                <td>{formatCount(people)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="small soft">
          {formatCount(entered)} have a probability only now, {formatCount(left)} only then.
        </p>
      </section>
    </div>
  );
};

const People = ({ people }: { people: readonly Mover[] }) => {
  const widest = widestOf(people);
  if (people.length === 0) return <p className="soft">Nobody’s probability changed in this direction.</p>;
  return (
    <ol className={styles.people} aria-label="Customers with the biggest changes">
      {people.map(({ person_id, name, email, customer_id, from, to, parts }) => (
        <li key={person_id}>
          <p className={styles.person}>
            <Link to={`/people/${person_id}`}>{name ?? email ?? customer_id ?? person_id}</Link>
            <strong>
              {formatPercent(from)} → {formatPercent(to)}
            </strong>
          </p>
          <ChangeParts parts={parts} widest={widest} />
        </li>
      ))}
    </ol>
  );
};
