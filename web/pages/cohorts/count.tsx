// The number of people in a cohort, live. The previous number stays while a new one is counted.

import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api/client.js";
import type { Problem } from "../../api/problem.js";
import { useDebounced } from "../../api/use-debounced.js";
import { classNames } from "../../ui/class-names.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, formatDay, formatPeople, formatPercent } from "../../ui/format.js";
import styles from "./count.module.css";
import { type Definition, isEmpty } from "./draft.js";

export const LiveCount = ({ definition }: { definition: Definition }) => {
  const { data, error, isFetching, isPlaceholderData } = useCohortPreview(definition);
  return (
    <Count
      preview={isEmpty(definition) ? undefined : data}
      isStale={isFetching || isPlaceholderData || error !== null}
      problem={isEmpty(definition) ? null : error}
    />
  );
};

const Count = ({
  preview,
  isStale,
  problem,
}: {
  preview: Schemas["CohortPreview"] | undefined;
  isStale: boolean;
  problem: Problem | null;
}) => (
  <div className={styles.count}>
    <div role="status" className={classNames(styles.read, isStale && styles.stale)}>
      {preview ? <Figures preview={preview} /> : <p className={styles.number}>–</p>}
    </div>
    <ErrorNotice problem={problem} />
  </div>
);

const Figures = ({ preview }: { preview: Schemas["CohortPreview"] }) => {
  const { population_count: count, of_people: of, as_of, unread_datasets: unread } = preview;
  return (
    <>
      <p className={styles.number}>
        {formatCount(count)} <span className={styles.unit}>{count === 1 ? "person" : "people"}</span>
      </p>
      <meter min={0} max={Math.max(of, 1)} value={count} aria-hidden="true" className={styles.bar} />
      <p className="small soft">
        {of > 0 && `${formatPercent(count / of)} of ${formatPeople(of)}, `}as of {formatDay(as_of)}
      </p>
      {unread.length > 0 && (
        <p className="small soft">
          New rows of {unread.join(", ")} are still being read and not counted yet.
        </p>
      )}
    </>
  );
};

/** Counted after a pause in typing. */
const useCohortPreview = (definition: Definition): UseQueryResult<Schemas["CohortPreview"], Problem> => {
  const body = useDebounced(definition);
  return useQuery({
    queryKey: ["cohorts", "preview", body],
    queryFn: ({ signal }) => answer(api.POST("/cohorts/preview", { body, signal })),
    enabled: !isEmpty(body),
    placeholderData: keepPreviousData,
  });
};
