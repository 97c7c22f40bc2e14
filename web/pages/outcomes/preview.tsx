// What a question comes to, read back while it is made: in words, of how many people, and what became of such people before.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { warningTitles } from "../../../src/words/warnings.js";
import { answer, api, type Problem, type Schemas } from "../../api/client.js";
import { useDebounced } from "../../api/use-debounced.js";
import { classNames } from "../../ui/class-names.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Sentence } from "../../ui/form.js";
import { formatCount, formatCounted, formatDay, formatPercent } from "../../ui/format.js";
import type { Definition } from "./draft.js";
import styles from "./preview.module.css";

type Preview = Schemas["OutcomePreview"];

const retryMs = 2000;
const isUnbuilt = (problem: Problem | null): boolean => problem?.status === 409;

export const AskedLive = ({ question }: { question: Definition }) => {
  const body = useDebounced(question);
  const isAsked = Boolean(body.attainment_cohort_id);
  const { data, error, isFetching, isPlaceholderData } = useQuery<Preview, Problem>({
    queryKey: ["outcomes", "preview", body],
    queryFn: ({ signal }) => answer(api.POST("/outcomes/preview", { body, signal })),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isUnbuilt(state.error) ? retryMs : false),
  });
  if (!isAsked) return <Sentence>Choose who attains, and what will be learned is read back here.</Sentence>;
  const isStale = isFetching || isPlaceholderData || error !== null;
  return (
    <>
      <div role="status" className={classNames(styles.read, isStale && styles.stale)}>
        {data ? <Told preview={data} /> : <Sentence>…</Sentence>}
      </div>
      {isUnbuilt(error) ? (
        <p className="soft">A cohort is being built. This is read again by itself.</p>
      ) : (
        <ErrorNotice problem={error} />
      )}
    </>
  );
};

const Told = ({ preview }: { preview: Preview }) => (
  <>
    <Sentence>{preview.sentence}</Sentence>
    <ul className={styles.facts}>
      <li>
        <b>{formatCounted(preview.eligible_count, "person", "people")}</b> are eligible as of today, attained
        or not.
      </li>
      <li>
        <b>{formatCount(preview.attained_count)}</b> have attained as of today.
      </li>
      <Horizon preview={preview} />
      <Newest preview={preview} />
    </ul>
    {preview.warnings.map(({ kind, about, note }) => (
      <p key={`${kind}${about}`} className={styles.warning}>
        <b>{warningTitles[kind]}.</b> {note}
      </p>
    ))}
  </>
);

const Horizon = ({
  preview: { horizon_days: days, horizon_chosen_from_data: isChosen },
}: {
  preview: Preview;
}) =>
  days !== null &&
  isChosen && (
    <li>
      <b>{formatCounted(days, "day")}</b> were chosen from how long it usually takes.
    </li>
  );

/** The usual rate, as it was when its answer was last known for everybody. */
const Newest = ({ preview: { newest_landmark: newest } }: { preview: Preview }) =>
  newest && (
    <li>
      Of {formatCounted(newest.people, "person", "people")} on {formatDay(newest.cutoff)},{" "}
      <b>
        {formatCount(newest.attained)}
        {newest.people > 0 && ` (${formatPercent(newest.attained / newest.people)})`}
      </b>{" "}
      did.
    </li>
  );
