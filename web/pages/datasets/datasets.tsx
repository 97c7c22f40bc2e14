// The list of datasets, with their size and streams.

import { Link } from "wouter";
import { pageOf, type Records } from "../../api/kinds.js";
import { ListPage } from "../../shell/list-page.js";
import { formatCount, formatPercent } from "../../ui/format.js";
import type { Column } from "../../ui/list.js";

const Datasets = () => (
  <ListPage
    kind="datasets"
    columns={columns}
    create={{ to: "/datasets/new", label: "Upload files" }}
    empty="No datasets yet. Upload a CSV of orders, visits or other events: one row per event, with a date and the customer."
  />
);
export default Datasets;

type Dataset = Records["datasets"];

const columns: readonly Column<Dataset>[] = [
  { header: "Rows", value: ({ row_count }) => row_count, isNumber: true },
  {
    header: "People",
    value: ({ identified_count }) => identified_count,
    cell: ({ identified_count: people, match_rate: share }) =>
      people === undefined ? (
        ""
      ) : (
        <span title={share === undefined ? undefined : `${formatPercent(share)} of rows matched to a person`}>
          {formatCount(people)}
        </span>
      ),
    isNumber: true,
  },
  {
    header: "Streams",
    value: ({ output_to_streams }) => Object.keys(output_to_streams).join(", "),
    cell: ({ output_to_streams, preview, id }) =>
      preview ? (
        <Link to={`${pageOf("datasets", id)}/mapping`}>Map columns</Link>
      ) : (
        Object.entries(output_to_streams).map(([name, { stream_id }], index) => (
          <span key={name}>
            {index > 0 && ", "}
            <Link to={pageOf("streams", stream_id)}>{name}</Link>
          </span>
        ))
      ),
  },
];
