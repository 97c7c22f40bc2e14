// Timeline of a person's events, newest first.

import { Link } from "wouter";
import type { Schemas } from "../../api/client.js";
import { pageOf } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { currencyOfAll, useBasis, useStreamCurrency } from "../../shell/basis.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCounted, formatDay } from "../../ui/format.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { usePersonEvents } from "./queries.js";
import styles from "./timeline.module.css";

const values = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

type Event = Schemas["PersonEvent"];

export const Timeline = ({ id }: { id: string }) => {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = usePersonEvents(id);
  const { data: streams = [] } = useList("streams");
  const nameOf = (name: string) => streams.find(({ stream_name }) => stream_name === name)?.literate ?? name;
  const total = data?.pages[0]?.total ?? 0;
  const currencyOf = useStreamCurrency();
  const shown = data?.pages.flatMap(({ events }) => events) ?? [];
  const basis = useBasis({ of: "this customer", currency: currencyOfAll(shown, currencyOf) });
  return (
    <Panel
      title="Timeline"
      basis={basis}
      actions={data && <span className="small soft">{formatCounted(total, "event")}</span>}
    >
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={4} />}
      {data && total === 0 && <p className="soft">No events in any stream.</p>}
      <ol className={styles.events}>
        {data?.pages.flatMap(({ events }, page) =>
          events.map((event, index) => (
            <EventItem
              // biome-ignore lint/suspicious/noArrayIndexKey: events have no ID, and their order does not change
              key={`${page}.${index}`}
              event={event}
              stream={nameOf(event.stream_name)}
              currency={currencyOf(event.stream_name)}
            />
          )),
        )}
      </ol>
      {hasNextPage && (
        <p>
          <Button isBusy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show earlier events
          </Button>
        </p>
      )}
    </Panel>
  );
};

const EventItem = ({
  event,
  stream,
  currency,
}: {
  event: Event;
  stream: string;
  currency: string | null;
}) => (
  <li className={styles.event}>
    {event.datetime ? (
      <time dateTime={event.datetime} title={event.datetime}>
        {formatDay(event.datetime)}
      </time>
    ) : (
      <span className="soft">no date</span>
    )}
    <Link to={pageOf("streams", event.stream_name)}>{stream}</Link>
    <span className="number">
      {event.value === undefined ? "" : [values.format(event.value), currency].filter(Boolean).join(" ")}
    </span>
    <span className="small soft">
      {Object.entries(event.properties)
        .map(([name, value]) => `${name}: ${value}`)
        .join(" · ")}
    </span>
  </li>
);
