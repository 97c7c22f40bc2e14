// The events of a person as a picture over time, with the days of their likeliest prediction and its chance.

import { useMemo } from "react";
import { horizonLast } from "../../../src/words/horizons.js";
import type { Schemas } from "../../api/client.js";
import { useList } from "../../api/resources.js";
import { momentDates } from "../../charts/dates.js";
import { type Sketch, tipLook } from "../../charts/picture.js";
import { TimeFigure } from "../../charts/time-figure.js";
import { currencyOfAll, useBasis, useStreamCurrency } from "../../shell/basis.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, formatCounted, formatDay, formatPercent, reader } from "../../ui/format.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { type DatedEvent, historyOf, type StreamFacts } from "./history.js";
import { movedScores } from "./live.js";
import { type LivePerson, useNewestEvents, usePersonScores } from "./queries.js";

/** The days that a prediction is for. */
interface Expected {
  name: string;
  from: Date;
  until: Date;
  chance: number;
}

/** `live`: the person as of this moment, where the account scores live. */
export const HistoryFigure = ({ id, live }: { id: string; live: LivePerson | undefined }) => {
  const { data, error } = useNewestEvents(id);
  const expected = useExpected(id, live?.scores);
  const currencyOf = useStreamCurrency();
  const currency = currencyOfAll(data?.events ?? [], currencyOf);
  const basis = useBasis({ of: "this customer", currency });
  return (
    <Panel title="History" basis={basis}>
      <ErrorNotice problem={error} />
      {data && expected ? (
        <Drawn events={data} expected={expected} currency={currency} fileName={`person ${id} events`} />
      ) : (
        !error && <Skeleton rows={7} />
      )}
    </Panel>
  );
};

/** Undefined until they are read. */
const useExpected = (
  id: string,
  live: readonly Schemas["PersonScore"][] | undefined,
): readonly Expected[] | undefined => {
  const { data: scores, error } = usePersonScores(id);
  const { data: outcomes } = useList("outcomes");
  return useMemo(
    () => (error ? [] : scores && outcomes && expectedOf(shownScores(scores, live), outcomes)),
    [scores, live, outcomes, error],
  );
};

const shownScores = (...scores: Parameters<typeof movedScores>): Schemas["PersonScore"][] =>
  movedScores(...scores).map(({ score }) => score);

/** The likeliest of the predictions with a chance and days: the windows of several would cover each other. */
const expectedOf = (
  scores: readonly Schemas["PersonScore"][],
  outcomes: readonly Schemas["Outcome"][],
): Expected[] =>
  scores
    .flatMap(({ outcome_id, outcome_name: name, probability, scored_through }) => {
      const outcome = outcomes.find(({ id }) => id === outcome_id);
      if (probability === undefined || scored_through === undefined || outcome?.horizon_days === undefined)
        return [];
      const { horizon_days } = outcome;
      const from = new Date(scored_through);
      const until = new Date(horizonLast({ ...outcome, horizon_days, data_through: scored_through }));
      return [{ name, from, until, chance: probability }];
    })
    .sort((a, b) => b.chance - a.chance)
    .slice(0, 1);

const Drawn = ({
  events: { events, total },
  expected,
  currency,
  fileName,
}: {
  events: Schemas["PersonEvents"];
  expected: readonly Expected[];
  /** Null: not known, or several. */
  currency: string | null;
  fileName: string;
}) => {
  const facts = useStreamFacts();
  const { dated, spent, favourites } = useMemo(() => historyOf(events, facts), [events, facts]);
  const sketch = useMemo(() => sketchOf(dated, expected), [dated, expected]);
  if (dated.length === 0) return <p className="soft">No events with dates.</p>;
  const since = `since ${formatDay(dated[0]!.datetime)}`;
  const all =
    events.length < total
      ? `The newest ${formatCount(events.length)} of ${formatCounted(total, "event")}`
      : formatCounted(total, "event");
  return (
    <>
      <TimeFigure
        title={`${all} ${since}${spent === null ? "" : `, ${[reader.amount(spent), currency].filter(Boolean).join(" ")} in all`}`}
        about="Each dot is an event, larger for a larger amount. Shaded: the days of the likeliest prediction, with its chance."
        summary={expected.map(({ name, chance }) => `${name}: ${formatPercent(chance)}`).join(". ")}
        rows={dated}
        columns={[
          { header: "Date", value: ({ datetime }) => datetime, text: ({ datetime }) => formatDay(datetime) },
          { header: "Stream", value: ({ stream_name }) => stream_name },
          {
            header: currency === null ? "Value" : `Value in ${currency}`,
            value: ({ value }) => value,
            text: ({ value }) => (value === undefined ? "" : reader.amount(value)),
          },
        ]}
        fileName={fileName}
        height={90 + rowHeight * new Set(dated.map(({ stream_name }) => stream_name)).size}
        sketch={sketch}
        datesOf={({ datetime }) => momentDates(datetime)}
        sumOf={(some) => sumOf(some, currency)}
      />
      {favourites && (
        <p>
          Most often, {favourites.property.replaceAll("_", " ")}:{" "}
          {favourites.values.map(({ value, count }) => `${value} ${formatCount(count)}`).join(" · ")}
        </p>
      )}
    </>
  );
};

const useStreamFacts = (): StreamFacts => {
  const { data: streams } = useList("streams");
  return useMemo(() => {
    const named = new Map((streams ?? []).map((stream) => [stream.stream_name, stream]));
    return {
      isRecurring: (stream) => named.get(stream)?.is_recurring === true,
      isList: (stream, property) =>
        named.get(stream)?.properties[property]?.statistical_type === "multicategorical",
    };
  }, [streams]);
};

/** "4 events, 120 EUR" */
const sumOf = (some: readonly DatedEvent[], currency: string | null): string => {
  const values = some.flatMap(({ value }) => value ?? []);
  const spent = values.reduce((sum, value) => sum + value, 0);
  return [
    formatCounted(some.length, "event"),
    ...(values.length === 0 ? [] : [[reader.amount(spent), currency].filter(Boolean).join(" ")]),
  ].join(", ");
};

const rowHeight = 40;

const sketchOf =
  (dated: readonly DatedEvent[], expected: readonly Expected[]): Sketch =>
  (plot) => ({
    marginLeft: 110,
    marginTop: 26,
    x: { type: "utc", label: null, inset: 12 },
    y: { label: null, type: "band", tickSize: 0 },
    r: { range: [3, 10], domain: [0, Math.max(1, ...dated.map(({ value = 0 }) => value))] },
    marks: [
      plot.rectX(expected, { x1: "from", x2: "until", fill: "var(--series-2)", fillOpacity: 0.16 }),
      plot.text(expected, {
        x: "until",
        frameAnchor: "top",
        textAnchor: "end",
        dy: -18,
        text: ({ name, chance }: Expected) => `${name}: ${formatPercent(chance)}`,
        fill: "var(--ink)",
      }),
      plot.dot(dated, {
        x: dayOf,
        y: "stream_name",
        r: ({ value = 0 }: DatedEvent) => value,
        fill: "var(--series-1)",
        fillOpacity: 0.75,
      }),
      plot.tip(
        dated,
        plot.pointerX({
          x: dayOf,
          y: "stream_name",
          title: ({ datetime, value, stream_name }: DatedEvent) =>
            `${formatDay(datetime)}\n${stream_name}${value === undefined ? "" : ` ${reader.amount(value)}`}`,
          ...tipLook,
        }),
      ),
    ],
  });

const dayOf = ({ datetime }: DatedEvent): Date => new Date(datetime);
