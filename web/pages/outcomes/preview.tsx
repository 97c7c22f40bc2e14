// Preview of a prediction while its form is filled in: its sentence, its counts, its past rate and its warnings.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { warningText, warningTitles } from "../../../src/words/warnings.js";
import { answer, api, type Problem, type Schemas } from "../../api/client.js";
import { useDebounced } from "../../api/use-debounced.js";
import { classNames } from "../../ui/class-names.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Sentence } from "../../ui/form.js";
import {
  formatCount,
  formatCounted,
  formatDay,
  formatPeople,
  formatPercent,
  reader,
} from "../../ui/format.js";
import type { Definition } from "./draft.js";
import styles from "./preview.module.css";

type Preview = Schemas["OutcomePreview"];

const retryMs = 2000;
const isUnbuilt = (problem: Problem | null): boolean => problem?.status === 409;

export const PredictionPreview = ({ definition }: { definition: Definition }) => {
  const body = useDebounced(definition);
  const hasGoal = Boolean(body.attainment_cohort_id);
  const { data, error, isFetching, isPlaceholderData } = useQuery<Preview, Problem>({
    queryKey: ["outcomes", "preview", body],
    queryFn: ({ signal }) => answer(api.POST("/outcomes/preview", { body, signal })),
    enabled: hasGoal,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isUnbuilt(state.error) ? retryMs : false),
  });
  if (!hasGoal) return <Sentence>Choose a goal to preview the prediction.</Sentence>;
  const isStale = isFetching || isPlaceholderData || error !== null;
  return (
    <>
      <div role="status" className={classNames(styles.preview, isStale && styles.stale)}>
        {data ? <Figures preview={data} /> : <Sentence>…</Sentence>}
      </div>
      {isUnbuilt(error) ? (
        <p className="soft">A cohort is still being built. The preview updates when it is ready.</p>
      ) : (
        <ErrorNotice problem={error} />
      )}
    </>
  );
};

const Figures = ({ preview }: { preview: Preview }) => (
  <>
    <Sentence>{preview.sentence}</Sentence>
    <ul className={styles.facts}>
      <li>
        <b>{formatPeople(preview.eligible_count)}</b> in the eligible cohort today.
      </li>
      <li>
        <b>{formatPeople(preview.attained_count)}</b> in the goal’s cohort today.
      </li>
      <Horizon preview={preview} />
      <PastRate preview={preview} />
    </ul>
    {preview.warnings.map((warning) => (
      <p key={`${warning.kind}${warning.about}`} className={styles.warning}>
        <b>{warningTitles[warning.kind]}.</b> {warningText(warning, reader)}
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
      Horizon: <b>{formatCounted(days, "day")}</b>, chosen from how long people usually take.
    </li>
  );

/** The rate of the newest date whose results are known for everyone. */
const PastRate = ({ preview: { newest_landmark: newest } }: { preview: Preview }) =>
  newest && (
    <li>
      <b>
        {formatCount(newest.attained)}
        {newest.people > 0 && ` (${formatPercent(newest.attained / newest.people)})`}
      </b>{" "}
      of the {formatPeople(newest.people)} eligible on {formatDay(newest.cutoff)} reached the goal.
    </li>
  );
