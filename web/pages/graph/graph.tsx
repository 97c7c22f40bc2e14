// The graph of all resources and their dependencies, as a picture and as a table.

import { useState } from "react";
import { Link } from "wouter";
import { resourceLabels } from "../../../src/words/labels.js";
import { type Kind, pageOf, type Records } from "../../api/kinds.js";
import { useAllResources } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { useGraph } from "../../shell/relations.js";
import { Button, ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { List } from "../../ui/list.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";
import { StatusBadge, statusText } from "../../ui/status.js";
import type { Edge } from "./layout.js";
import { GraphPicture } from "./picture.js";

const Graph = () => {
  const { records, error } = useAllResources();
  const { data, error: graphError } = useGraph();
  const [isTable, setTable] = useState(false);
  return (
    <Page
      title="Graph"
      about="Data flows from left to right: from files and databases through events and cohorts to predictions and deliveries."
      actions={
        <Button aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? "Show picture" : "Show table"}
        </Button>
      }
    >
      <ErrorNotice problem={error ?? graphError} />
      {!(records && data) && !(error ?? graphError) && <Skeleton rows={14} />}
      {records && data && (
        <Shown
          records={records}
          edges={data.map(({ upstream_id: from, downstream_id: to }) => ({ from, to }))}
          isTable={isTable}
        />
      )}
    </Page>
  );
};
export default Graph;

interface ShownProps {
  records: readonly Records[Kind][];
  edges: readonly Edge[];
  isTable: boolean;
}

const Shown = ({ records, edges, isTable }: ShownProps) => {
  const used = records.filter(({ archived_at }) => !archived_at);
  if (used.length === 0)
    return (
      <Empty
        action={
          <ButtonLink to="/data" look="primary">
            Upload a file
          </ButtonLink>
        }
      >
        Nothing here yet. Upload your order history to start.
      </Empty>
    );
  return (
    <Panel title={isTable ? "Dependencies" : "From data to results"}>
      {isTable ? <GraphTable records={used} edges={edges} /> : <GraphPicture records={used} edges={edges} />}
    </Panel>
  );
};

type AnyRecord = Records[Kind];

/** Each resource with those it uses and those that use it. */
const GraphTable = ({ records, edges }: { records: readonly AnyRecord[]; edges: readonly Edge[] }) => {
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
        {
          header: "Type",
          value: (record) => resourceLabels[record.resource_type as Kind].one,
          isFilter: true,
        },
        {
          header: "Status",
          value: ({ status }) => statusText({ status }),
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
