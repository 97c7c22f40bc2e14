// Builds that run or wait, live: the step, the share done and the time left.

import { Link } from "wouter";
import { resourceLabels } from "../../../src/words/labels.js";
import { type Kind, pageOf, type Records } from "../../api/kinds.js";
import { useNotices } from "../../api/live.js";
import { Panel } from "../../ui/panel.js";
import { BuildState, StatusBadge } from "../../ui/status.js";
import styles from "./home.module.css";

type AnyRecord = Records[Kind];

export const BuildsInProgress = ({ records }: { records: readonly AnyRecord[] }) => {
  const notices = useNotices();
  const statusOf = (record: AnyRecord) => notices.get(record.id)?.status ?? record.status;
  const building = records.filter(
    (record) => !record.archived_at && ["running", "starting"].includes(statusOf(record)),
  );
  const people = [...notices.values()].find(({ resource_type }) => resource_type === "people");
  const arePeopleBuilt = people?.status === "running" || people?.status === "starting";
  const running = building.filter((record) => statusOf(record) === "running");
  const waiting = building.length - running.length;
  return (
    <Panel title="Builds in progress">
      {building.length === 0 && !arePeopleBuilt && (
        <p className="soft">No builds. New files and changes start one automatically.</p>
      )}
      <ul className={styles.building}>
        {arePeopleBuilt && (
          <li>
            <p>
              <Link to="/people">People</Link> <StatusBadge of={people} />
            </p>
            <BuildState of={people} />
          </li>
        )}
        {(running.length > 0 ? running : building).map((record) => (
          <li key={record.id}>
            <p>
              <span className="soft">{resourceLabels[record.resource_type as Kind].one} </span>
              <Link to={pageOf(record.resource_type as Kind, record.id)}>{record.name}</Link>{" "}
              <StatusBadge of={record} />
            </p>
            <BuildState of={record} />
          </li>
        ))}
      </ul>
      {running.length > 0 && waiting > 0 && <p className="small soft">{waiting} more in the queue.</p>}
    </Panel>
  );
};
