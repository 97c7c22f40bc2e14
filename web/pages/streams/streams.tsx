// The list of streams, with their size and newest event.

import { ListPage } from "../../shell/list-page.js";
import { formatDay } from "../../ui/format.js";

const Streams = () => (
  <ListPage
    kind="streams"
    columns={[
      { header: "Events", value: ({ event_count }) => event_count, isNumber: true },
      { header: "People", value: ({ people_count }) => people_count, isNumber: true },
      {
        header: "Newest event",
        value: ({ newest_date }) => newest_date,
        cell: ({ newest_date }) =>
          newest_date ? formatDay(newest_date) : <span className="soft">none</span>,
      },
    ]}
    empty="No streams yet. Datasets create them when their columns are mapped to events."
    create={{ to: "/data", label: "Upload a file" }}
  />
);
export default Streams;
