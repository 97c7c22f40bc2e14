// Builds that lead to a deployment, checked off as they finish, with the time left.

import { Link } from "wouter";
import { resourceLabels } from "../../../src/words/labels.js";
import { pageOf } from "../../api/kinds.js";
import { type Notice, useNotices } from "../../api/live.js";
import { useGraph } from "../../shell/relations.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCounted, formatDuration } from "../../ui/format.js";
import { Skeleton } from "../../ui/panel.js";
import { BuildState, StatusBadge, useBuilding } from "../../ui/status.js";
import styles from "./start.module.css";
import { type BuiltPart, partsOf, withPeople } from "./upstream.js";

export const Checklist = ({ id }: { id: string }) => {
  const { data: edges, error } = useGraph();
  const notices = useNotices();
  if (!edges) return error ? <ErrorNotice problem={error} /> : <Skeleton rows={8} />;
  const parts = withPeople(partsOf(edges, id), peopleIn(notices));
  const statusOf = (part: BuiltPart) => notices.get(part.id)?.status ?? part.status;
  const left = parts.filter((part) => statusOf(part) !== "ready").length;
  const seconds = parts.map((part) =>
    statusOf(part) === "running" ? notices.get(part.id)?.seconds_left : 0,
  );
  return (
    <>
      <p role="status" className={styles.left}>
        {left === 0 ? "All builds finished." : `${left} of ${formatCounted(parts.length, "build")} left.`}
        <TimeLeft seconds={seconds} />
      </p>
      <ol className={styles.checklist}>
        {parts.map((part) => (
          <Item key={part.id} part={part} />
        ))}
      </ol>
    </>
  );
};

/** The people, while records are matched. */
const peopleIn = (notices: ReadonlyMap<string, Notice>): BuiltPart | undefined => {
  const people = [...notices.values()].find(({ resource_type }) => resource_type === "people");
  return people && { id: people.id, kind: "people", name: people.name, status: people.status };
};

/** Of the running builds; later ones cannot be estimated. */
const TimeLeft = ({ seconds }: { seconds: readonly (number | undefined)[] }) => {
  const longest = Math.max(0, ...seconds.map((one) => one ?? 0));
  return longest > 0 && ` Running builds: ${formatDuration(longest)} left.`;
};

const Item = ({ part }: { part: BuiltPart }) => {
  const { status } = useBuilding(part);
  const { id, kind, name } = part;
  return (
    <li className={styles.item}>
      <span className={styles.itemLine}>
        <span className={styles.tick} aria-hidden="true">
          {status === "ready" ? "✓" : status === "error" ? "!" : ""}
        </span>
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
