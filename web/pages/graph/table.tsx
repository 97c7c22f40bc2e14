// The graph as a table: each resource with what it uses and who uses it.

import { Link } from "wouter";
import { type Kind, pageOf, type Records, words } from "../../api/kinds.js";
import { List } from "../../ui/list.js";
import { StatusBadge } from "../../ui/status.js";
import type { Edge } from "./layout.js";

type AnyRecord = Records[Kind];

export const GraphTable = ({ records, edges }: { records: readonly AnyRecord[]; edges: readonly Edge[] }) => {
  const nameOf = new Map(records.map(({ id, name }) => [id, name]));
  const named = (ids: readonly string[]) => ids.flatMap((id) => nameOf.get(id) ?? []).join(", ");
  const uses = ({ id }: AnyRecord) => named(edges.filter(({ to }) => to === id).map(({ from }) => from));
  const usedBy = ({ id }: AnyRecord) => named(edges.filter(({ from }) => from === id).map(({ to }) => to));
  return (
    <List
      label="Resources"
      rows={records}
      rowKey={({ id }) => id}
      columns={[
        {
          header: "Name",
          value: ({ name }) => name,
          cell: (record) => <Link to={pageOf(record.resource_type as Kind, record.id)}>{record.name}</Link>,
        },
        { header: "Kind", value: (record) => words[record.resource_type as Kind].one, isFilter: true },
        {
          header: "Status",
          value: ({ status }) => status,
          cell: (record) => <StatusBadge of={record} />,
          isFilter: true,
        },
        { header: "Uses", value: uses },
        { header: "Used by", value: usedBy },
      ]}
      empty={null}
    />
  );
};
