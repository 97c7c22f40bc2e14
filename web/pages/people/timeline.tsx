// Timeline of a person's events, newest first.

import { Link } from "wouter";
import type { Schemas } from "../../api/client.js";
import { pageOf } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { currencyOfAll, useBasis, useStreamCurrency } from "../../shell/basis.js";
import { Button } from "../../ui/button.js";
import { classNames } from "../../ui/class-names.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, formatCounted, formatDay } from "../../ui/format.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { newerOf, withNewer } from "./live.js";
import { type LivePerson, usePersonEvents } from "./queries.js";
import styles from "./timeline.module.css";

const values = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

type Event = Schemas["PersonEvent"];

/** `live`: events that came since the last build, where the account scores live. */
export const Timeline = ({ id, live }: { id: string; live: LivePerson | undefined }) => {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = usePersonEvents(id);
  const { data: streams = [] } = useList("streams");
  const nameOf = (name: string) => streams.find(({ stream_name }) => stream_name === name)?.literate ?? name;
  const total = data?.pages[0]?.total ?? 0;
  const currencyOf = useStreamCurrency();
  const built = data?.pages.flatMap(({ events }) => events) ?? [];
  const known = new Set(built);
  const moment = live?.scores?.find((score) => score.live)?.live;
  const arrived = newerOf(live?.arrivals ?? [], moment?.newer_events ?? 0);
  const shown = withNewer(built, arrived, hasNextPage);
  const newer = new Set(shown.filter((event) => !known.has(event)));
  const basis = useBasis({ of: "this customer", currency: currencyOfAll(shown, currencyOf) });
  return (
    <Panel
      title="Timeline"
      basis={basis}
      actions={data && <span className="small soft">{countSentence(total, newer.size)}</span>}
    >
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={4} />}
      {data && shown.length === 0 && <p className="soft">No events in any stream.</p>}
      <ol className={classNames(styles.events, live && styles.growing)}>
        {shown.map((event, index) => (
          <EventItem
            // biome-ignore lint/suspicious/noArrayIndexKey: events have no ID, and a line that gets another event stays where it is
            key={index}
            event={event}
            isNewer={newer.has(event)}
            stream={nameOf(event.stream_name)}
            currency={currencyOf(event.stream_name)}
          />
        ))}
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

const countSentence = (total: number, newer: number): string =>
  newer === 0
    ? formatCounted(total, "event")
    : `${formatCounted(total, "event")}, and ${formatCount(newer)} newer than the last build`;

const EventItem = ({
  event,
  isNewer,
  stream,
  currency,
}: {
  event: Event;
  isNewer: boolean;
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
      {isNewer && <strong>New. </strong>}
      {Object.entries(event.properties)
        .map(([name, value]) => `${name}: ${value}`)
        .join(" · ")}
    </span>
  </li>
);
