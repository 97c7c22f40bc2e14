// The deployments of a pipeline.

import { Link } from "wouter";
import { pageOf, type Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { Allowed } from "../../shell/allowed.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCounted } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Empty, Panel } from "../../ui/panel.js";
import { StatusBadge } from "../../ui/status.js";
import { typeLabel } from "../deployments/sentences.js";

type Target = Records["targets"];

const columns: Column<Target>[] = [
  {
    header: "Name",
    value: ({ name }) => name,
    cell: ({ id, name }) => <Link to={pageOf("targets", id)}>{name}</Link>,
  },
  { header: "Type", value: ({ options }) => typeLabel(options) },
  {
    header: "Rows",
    value: ({ row_count }) => row_count,
    cell: ({ row_count: rows }) => (rows === undefined ? "" : formatCounted(rows, "row")),
    isNumber: true,
  },
  { header: "Status", value: ({ status }) => status, cell: (target) => <StatusBadge of={target} /> },
];

export const Deployments = ({ id }: { id: string }) => {
  const { data, error } = useList("targets");
  const link = (
    <Allowed>
      <ButtonLink to={`/deployments/new?scope=${encodeURIComponent(id)}`} look="primary">
        New deployment
      </ButtonLink>
    </Allowed>
  );
  return (
    <Panel title="Deployments" actions={link}>
      <ErrorNotice problem={error} />
      {data && (
        <List
          label="Deployments of this pipeline"
          rows={data.filter(({ scope_id }) => scope_id === id)}
          rowKey={(target) => target.id}
          columns={columns}
          empty={
            <Empty>
              This pipeline has no deployment yet. A deployment delivers its scores: as a file to download, as
              a lookup for one person at a time, or as a table in your database.
            </Empty>
          }
        />
      )}
    </Panel>
  );
};
