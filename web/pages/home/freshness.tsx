// Data freshness: the newest day of the data, and the age of each delivery.

import { Link } from "wouter";
import { type Kind, pageOf, type Records } from "../../api/kinds.js";
import { useBasis } from "../../shell/basis.js";
import { Ago } from "../../ui/ago.js";
import { formatAgo, formatCount, formatDay } from "../../ui/format.js";
import { List } from "../../ui/list.js";
import { Facts, Panel } from "../../ui/panel.js";
import { StatusBadge, statusText } from "../../ui/status.js";

type AnyRecord = Records[Kind];
type Target = Records["targets"];

export const DataFreshness = ({
  records,
  dataThrough,
}: {
  records: readonly AnyRecord[];
  dataThrough: string | undefined;
}) => {
  const basis = useBasis({ of: "all customers" });
  const used = records.filter(({ archived_at }) => !archived_at);
  const streams = used.filter((record): record is Records["streams"] => record.resource_type === "streams");
  const targets = used.filter((record): record is Target => record.resource_type === "targets");
  if (!dataThrough && targets.length === 0) return null;
  return (
    <Panel title="Data freshness" basis={basis}>
      <Facts
        facts={[
          ["Data through", dataThrough && `${formatDay(dataThrough)}, ${formatAgo(dataThrough)}`],
          ...streams.map(
            ({ id, name, newest_date }) =>
              [
                `Newest ${name.toLowerCase()}`,
                newest_date && <span key={id}>{formatDay(newest_date)}</span>,
              ] as const,
          ),
        ]}
      />
      <p className="small soft">
        Predictions start from the last day of the data. Upload newer files to update them.
      </p>
      {targets.length > 0 && <Deployments targets={targets} />}
    </Panel>
  );
};

const Deployments = ({ targets }: { targets: readonly Target[] }) => (
  <List
    label="Deployments"
    rows={targets}
    rowKey={({ id }) => id}
    columns={[
      {
        header: "Deployment",
        value: ({ name }) => name,
        cell: ({ id, name }) => <Link to={pageOf("targets", id)}>{name}</Link>,
      },
      {
        header: "Status",
        value: ({ status }) => statusText({ status }),
        cell: (target) => <StatusBadge of={target} />,
      },
      {
        header: "Rows",
        value: ({ row_count }) => row_count,
        cell: ({ row_count }) => (row_count === undefined ? "" : formatCount(row_count)),
        isNumber: true,
      },
      {
        header: "Delivered",
        value: ({ last_updated_output_at: at }) => at,
        cell: ({ last_updated_output_at: at }) => <Ago at={at} />,
      },
    ]}
    empty={null}
  />
);
