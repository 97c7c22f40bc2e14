// Events that programs send, as they arrive: what the last minute brought, the newest with the reasons of those that were
// refused, and a test that counts nowhere. They can be paused and chosen by stream, person and refusal.

import { useEffect, useState } from "react";
import { delaySentence, minuteSentence } from "../../../src/words/arrivals.js";
import { useMay } from "../../api/account.js";
import { useList } from "../../api/resources.js";
import { useDebounced } from "../../api/use-debounced.js";
import { SparkBars } from "../../charts/spark-bars.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { CheckField, SelectField, TextField } from "../../ui/field.js";
import { formatCount, formatCounted, reader } from "../../ui/format.js";
import { Fold, Skeleton } from "../../ui/panel.js";
import { type Counted, countedWith, countingFrom, type LastMinute, type RecentEvents } from "./arrivals.js";
import styles from "./arriving-events.module.css";
import { Feed } from "./feed.js";
import { useLastMinute, useRecentEvents, type Wanted } from "./queries.js";
import { TestEvent } from "./test-event.js";

/** Open where programs send events; somebody who uploads files alone need not see it. */
export const ArrivingEvents = () => {
  const { data: datasets } = useList("datasets");
  if (!datasets) return null;
  const areSent = datasets.some(
    ({ options }) => options.type === "hosted_csv" && options.row_id_column === "event_id",
  );
  return (
    <Fold
      title="Arriving events"
      finding={
        areSent
          ? "What your shop and apps send, as it arrives."
          : "Your shop or app can send events as they happen. Try one; it counts nowhere."
      }
      startsOpen={areSent}
    >
      <Arriving />
    </Fold>
  );
};

const Arriving = () => {
  const [stream, setStream] = useState("");
  const [typed, setTyped] = useState("");
  const [isRefusedOnly, setRefusedOnly] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const [isTesting, setTesting] = useState(false);
  const mayEdit = useMay()("edit");
  const person = useDebounced(typed.trim());
  const wanted: Wanted = {
    ...(stream !== "" && { stream }),
    ...(person !== "" && { person }),
    ...(isRefusedOnly && { only: "refused" }),
  };
  const isChosen = Object.keys(wanted).length > 0;
  const { data, error } = useRecentEvents(wanted, isPaused);
  const minute = useLastMinute(isPaused) ?? data;
  const since = useCountedSince(data?.last_minute, isPaused ? minute?.last_minute : undefined);
  const { data: streams = [] } = useList("streams");
  if (!data || !minute) return error ? <ErrorNotice problem={error} /> : <Skeleton rows={10} />;
  return (
    <>
      <Summary recent={isPaused ? minute : data} />
      <ErrorNotice problem={error} />
      <div className={styles.tools}>
        <SelectField
          label="Stream"
          value={stream}
          choices={[
            { value: "", label: "All" },
            ...streams.map(({ stream_name, literate }) => ({ value: stream_name, label: literate })),
          ]}
          onChange={setStream}
        />
        <TextField
          label="Person"
          type="search"
          autoComplete="off"
          placeholder="E-mail or customer ID"
          value={typed}
          onChange={setTyped}
        />
        <CheckField label="Only refused" checked={isRefusedOnly} onChange={setRefusedOnly} />
        <span className={styles.buttons}>
          <Button onClick={() => setPaused(!isPaused)}>{isPaused ? "Resume" : "Pause"}</Button>
          {mayEdit && <Button onClick={() => setTesting(true)}>Send a test event</Button>}
        </span>
      </div>
      <p className="small soft">
        {isPaused ? pausedSentence(since) : "The newest come first."}
        {!data.has_all_nodes && " Only events of the node that answers are shown."}
      </p>
      <Feed events={data.events} isChosen={isChosen} />
      {isTesting && <TestEvent stream={stream || "transaction"} onClose={() => setTesting(false)} />}
    </>
  );
};

/** Events since the list stands still. */
const useCountedSince = (shown: LastMinute | undefined, now: LastMinute | undefined): Counted | undefined => {
  const [counted, setCounted] = useState<Counted>();
  useEffect(() => setCounted(shown && countingFrom(shown)), [shown]);
  useEffect(() => {
    if (now) setCounted((before) => before && countedWith(before, now));
  }, [now]);
  return counted;
};

const pausedSentence = ({ events = 0, isLeast = false }: Partial<Counted> = {}): string =>
  `Paused. ${isLeast ? "At least " : ""}${formatCounted(events, "event")} came since.`;

const Summary = ({ recent }: { recent: RecentEvents }) => {
  const { last_minute: minute } = recent;
  return (
    <div className={styles.summary}>
      <div>
        <p>
          <strong>{minuteSentence(minute, reader)}</strong>
        </p>
        <p className="soft">
          {delaySentence(recent, reader) || "Cohorts and scores follow once they are built."}
        </p>
        {/* Said once when refusals begin, and not with each of them. */}
        <p role="status" className={minute.refused > 0 ? styles.alarm : undefined}>
          {minute.refused > 0 ? "Some events are refused. The list says why." : ""}
        </p>
      </div>
      <SparkBars label="Events per second in the last minute" bars={barsOf(minute)} />
    </div>
  );
};

const barsOf = ({ per_second: seconds }: LastMinute) =>
  seconds.map(({ taken, refused }, i) => ({
    name: `${i}`,
    value: taken + refused,
    text: `${formatCount(taken + refused)}, ${seconds.length - i} s ago`,
  }));
