// Where the scores of a pipeline go.

import { Link } from "wouter";
import { pageOf, type Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCounted } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Empty, Panel } from "../../ui/panel.js";
import { StatusBadge } from "../../ui/status.js";

type Target = Records["targets"];

const columns: Column<Target>[] = [
  {
    header: "Name",
    value: ({ name }) => name,
    cell: ({ id, name }) => <Link to={pageOf("targets", id)}>{name}</Link>,
  },
  { header: "What it is", value: ({ options }) => typeWords[options.type] },
  {
    header: "Rows",
    value: ({ row_count }) => row_count,
    cell: ({ row_count: rows }) => (rows === undefined ? "" : formatCounted(rows, "row")),
    isNumber: true,
  },
  { header: "Status", value: ({ status }) => status, cell: (target) => <StatusBadge of={target} /> },
];

const typeWords: Record<Target["options"]["type"], string> = {
  hosted_csv: "a file",
  lookup_api: "a lookup",
  postgres: "a table",
};

export const Deployments = ({ id }: { id: string }) => {
  const { data, error } = useList("targets");
  const link = (
    <ButtonLink to={`/deployments/new?scope=${encodeURIComponent(id)}`} look="primary">
      New deployment
    </ButtonLink>
  );
  return (
    <Panel title="Deployments" actions={link}>
      <ErrorNotice problem={error} />
      {data && (
        <List
          label="Its deployments"
          rows={data.filter(({ scope_id }) => scope_id === id)}
          rowKey={(target) => target.id}
          columns={columns}
          empty={
            <Empty>
              Its scores go nowhere yet. A deployment is a file to download, a lookup for one person at a
              time, or a table in your database.
            </Empty>
          }
        />
      )}
    </Panel>
  );
};
