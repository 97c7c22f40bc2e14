// Data: the area to drop files on, the datasets with their size and streams, and events as they arrive.

import { Link } from "wouter";
import { useMay } from "../../api/account.js";
import { pageOf, type Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { Allowed } from "../../shell/allowed.js";
import { allColumns } from "../../shell/list-page.js";
import { Page } from "../../shell/page.js";
import { SampleNote } from "../../shell/sample-shop.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, formatCounted, formatPercent } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";
import { NewFiles } from "../datasets/new.js";
import { ArrivingEvents } from "./arriving-events.js";

const Data = () => {
  const mayEdit = useMay()("edit");
  return (
    <Page
      title="Data"
      about={
        mayEdit && (
          <p>
            Drop the exports of your shop as they are. To read tables of a database, use a{" "}
            <Link to="/connections">connection</Link>.
          </p>
        )
      }
    >
      <SampleNote />
      {mayEdit && <NewFiles />}
      <Datasets />
      <Allowed to="read">
        <ArrivingEvents />
      </Allowed>
    </Page>
  );
};
export default Data;

const Datasets = () => {
  const { data, error } = useList("datasets");
  return (
    <Panel title="Datasets">
      <ErrorNotice problem={error} />
      {data ? (
        <List
          label="All datasets"
          rows={data}
          rowKey={({ id }) => id}
          columns={allColumns("datasets", columns)}
          empty={<Empty>No datasets yet. The files that you drop above become datasets.</Empty>}
        />
      ) : (
        !error && <Skeleton rows={6} />
      )}
    </Panel>
  );
};

type Dataset = Records["datasets"];

const wordsOf = (streamName: string): string => streamName.replaceAll("_", " ");

const columns: readonly Column<Dataset>[] = [
  { header: "Rows", value: ({ row_count }) => row_count, isNumber: true },
  {
    header: "People",
    value: ({ identified_count }) => identified_count,
    cell: ({ identified_count: people, match_rate: share, privacy }) =>
      people === undefined ? (
        ""
      ) : (
        <span title={share === undefined ? undefined : `${formatPercent(share)} of rows matched to a person`}>
          {formatCount(people)}
          {privacy && " excluded"}
        </span>
      ),
    isNumber: true,
  },
  {
    header: "Events",
    value: ({ output_to_streams }) => Object.keys(output_to_streams).join(", "),
    cell: ({ output_to_streams, event_counts: counts, preview, id }) =>
      preview ? (
        <Allowed>
          <Link to={`${pageOf("datasets", id)}/mapping`}>Map columns</Link>
        </Allowed>
      ) : (
        Object.entries(output_to_streams).map(([name, { stream_id }], index) => (
          <span key={name}>
            {index > 0 && ", "}
            <Link to={pageOf("streams", stream_id)}>
              {counts?.[name] ? formatCounted(counts[name].events, wordsOf(name)) : wordsOf(name)}
            </Link>
          </span>
        ))
      ),
  },
];
