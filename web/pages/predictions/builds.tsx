// Builds that lead to a prediction and its scores: one bar for all of them, with the time left, and the list behind it.

import { Link } from "wouter";
import { resourceLabels } from "../../../src/words/labels.js";
import { pageOf } from "../../api/kinds.js";
import { type Notice, useNotices } from "../../api/live.js";
import { useGraph } from "../../shell/relations.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCounted, formatDuration } from "../../ui/format.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { BuildState, StatusBadge, useBuilding } from "../../ui/status.js";
import styles from "./results.module.css";
import { type BuiltPart, partsOf, withPeople } from "./upstream.js";

/** `id`: the last resource that is built. */
export const Builds = ({ id }: { id: string }) => {
  const { data: edges, error } = useGraph();
  const notices = useNotices();
  if (!edges) return error ? <ErrorNotice problem={error} /> : <Skeleton rows={4} />;
  const parts = withPeople(partsOf(edges, id), peopleIn(notices));
  const newest = parts.map((part) => ({ ...part, ...notices.get(part.id) }));
  const done = newest.reduce(
    (sum, { status, progress = 0 }) => sum + (status === "ready" ? 1 : status === "running" ? progress : 0),
    0,
  );
  const left = newest.filter(({ status }) => status !== "ready").length;
  const seconds = Math.max(0, ...newest.map(({ seconds_left = 0 }) => seconds_left));
  return (
    <Panel title="Learning from your data">
      <progress
        className={styles.progress}
        max={parts.length || 1}
        value={done}
        aria-label="Progress of all builds"
      />
      <p role="status" className="soft">
        {left === 0 ? "All builds finished." : `${formatCounted(left, "step")} left.`}
        {seconds > 0 && ` The running step takes another ${formatDuration(seconds)}.`} You can leave this
        page; the builds go on.
      </p>
      <details>
        <summary>Show all steps</summary>
        <ol className={styles.checklist}>
          {parts.map((part) => (
            <Step key={part.id} part={part} />
          ))}
        </ol>
      </details>
    </Panel>
  );
};

/** The people, while records are matched. */
const peopleIn = (notices: ReadonlyMap<string, Notice>): BuiltPart | undefined => {
  const people = [...notices.values()].find(({ resource_type }) => resource_type === "people");
  return people && { id: people.id, kind: "people", name: people.name, status: people.status };
};

const Step = ({ part }: { part: BuiltPart }) => {
  const { status } = useBuilding(part);
  const { id, kind, name } = part;
  return (
    <li>
      <span className={styles.stepLine}>
        {kind === "people" ? (
          <Link to="/people">People: matching records</Link>
        ) : (
          <span>
            <Link to={pageOf(kind, id)}>{name}</Link>{" "}
            <span className="soft small">{resourceLabels[kind].one}</span>
          </span>
        )}
        <StatusBadge of={part} />
      </span>
      {(status === "running" || status === "error") && <BuildState of={part} />}
    </li>
  );
};
