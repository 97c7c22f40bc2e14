// One stream: how much happened and when, which datasets told of it, and what its events carry.

import type { Records } from "../../api/kinds.js";
import { RecordPage } from "../../shell/record-page.js";
import { formatCount, formatDay } from "../../ui/format.js";
import { Empty, Facts, Panel } from "../../ui/panel.js";
import { Contributions } from "./contributions.js";
import { OverTime } from "./over-time.js";
import { Properties } from "./properties.js";

const StreamPage = ({ id }: { id: string }) => (
  <RecordPage kind="streams" id={id}>
    {(stream) => (
      <>
        <Summary stream={stream} />
        {stream.is_dated && stream.events_by_month && (
          <OverTime months={stream.events_by_month} name={stream.stream_name} />
        )}
        <Contributions contributions={stream.event_contribution_by_dataset} />
        <Properties properties={stream.properties} stream={stream.stream_name} />
      </>
    )}
  </RecordPage>
);
export default StreamPage;

const Summary = ({ stream }: { stream: Records["streams"] }) => (
  <Panel title="What it holds">
    {stream.event_count ? (
      <Facts
        facts={[
          ["Events", formatCount(stream.event_count)],
          ["People", stream.people_count !== undefined && formatCount(stream.people_count)],
          ["First event", stream.oldest_date && formatDay(stream.oldest_date)],
          ["Newest event", stream.newest_date && formatDay(stream.newest_date)],
          ["Dates", stream.is_dated ? "every event has one" : "some events have none"],
          ["Value", stream.has_value ? "events are worth money" : "none is mapped"],
          ["Name in definitions", <code key="name">{stream.stream_name}</code>],
        ]}
      />
    ) : (
      <Empty>
        Nothing has happened in it yet. Events come when a dataset that outputs to it has been read.
      </Empty>
    )}
    {stream.is_dated === false && (
      <p>
        Without dates, nothing can be learned from when people did what. Map a datetime in every dataset that
        outputs to this stream.
      </p>
    )}
  </Panel>
);
