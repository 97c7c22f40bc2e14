// List of events that arrived, newest first. It is no live region: it would speak without end.

import { Link } from "wouter";
import { arrivalRefusal } from "../../../src/words/arrivals.js";
import { lazily } from "../../../src/words/format.js";
import { pageOf } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { useStreamCurrency } from "../../shell/basis.js";
import { classNames } from "../../ui/class-names.js";
import { formatMoment } from "../../ui/format.js";
import { type Arrival, propertiesText, whoIs } from "./arrivals.js";
import styles from "./arriving-events.module.css";

const resultLabels: Record<Arrival["result"], string> = {
  taken: "Taken",
  repeated: "Sent before",
  refused: "Refused",
  tested: "Test",
};

const times = lazily(() => new Intl.DateTimeFormat(undefined, { timeStyle: "medium" }));
const amounts = lazily(
  () => new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** `isChosen`: events that are not of the choice may have arrived. */
export const Feed = ({ events, isChosen }: { events: readonly Arrival[]; isChosen: boolean }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
  <section className={styles.feed} aria-label="Newest events" tabIndex={0}>
    {events.length === 0 ? (
      <p className="soft">
        {isChosen
          ? "None of the newest events fits."
          : "No events in the last hour. Send a test event to see how one is read."}
      </p>
    ) : (
      <ol>
        {events.map((event) => (
          <FeedItem key={event.id} event={event} />
        ))}
      </ol>
    )}
  </section>
);

const FeedItem = ({ event }: { event: Arrival }) => {
  const { arrived_at, result, sent_by: by } = event;
  return (
    <li className={classNames(styles.event, styles[result])}>
      <time dateTime={arrived_at} title={formatMoment(arrived_at)}>
        {times().format(new Date(arrived_at))}
      </time>
      <span className={styles.result}>{resultLabels[result]}</span>
      <StreamName event={event} />
      <span className={styles.who}>{whoIs(event) || <span className="soft">nobody named</span>}</span>
      <Amount event={event} />
      <span className={styles.more}>
        {result === "refused" ? arrivalRefusal(event) : propertiesText(event)}
        {result === "refused" && by !== undefined && <span className="soft"> Sent by {by}.</span>}
      </span>
    </li>
  );
};

const StreamName = ({ event: { stream_name: name, result } }: { event: Arrival }) => {
  const { data: streams = [] } = useList("streams");
  if (name === undefined) return <span className="soft">a call</span>;
  if (name === "") return <span>customer attributes</span>;
  const stream = streams.find(({ stream_name }) => stream_name === name);
  if (!stream || result === "tested") return <span>{stream?.literate ?? name}</span>;
  return <Link to={pageOf("streams", stream.id)}>{stream.literate}</Link>;
};

const Amount = ({ event: { value, stream_name: name = "" } }: { event: Arrival }) => {
  const currencyOf = useStreamCurrency();
  return (
    <span className="number">
      {value === undefined ? "" : [amounts().format(value), currencyOf(name)].filter(Boolean).join(" ")}
    </span>
  );
};
