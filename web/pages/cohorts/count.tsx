// How many people there are in it: the number, and what part it is of everybody. While it is counted anew, the old number stays.

import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api/client.js";
import type { Problem } from "../../api/problem.js";
import { useDebounced } from "../../api/use-debounced.js";
import { classNames } from "../../ui/class-names.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, formatDay, formatPercent } from "../../ui/format.js";
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
      {preview ? <Told preview={preview} /> : <p className={styles.number}>–</p>}
    </div>
    <ErrorNotice problem={problem} />
  </div>
);

const Told = ({ preview }: { preview: Schemas["CohortPreview"] }) => {
  const { population_count: count, of_people: of, as_of, unread_datasets: unread } = preview;
  return (
    <>
      <p className={styles.number}>
        {formatCount(count)} <span className={styles.unit}>{count === 1 ? "person" : "people"}</span>
      </p>
      <meter min={0} max={Math.max(of, 1)} value={count} aria-hidden="true" className={styles.bar} />
      <p className="small soft">
        {of > 0 && `${formatPercent(count / of)} of the ${formatCount(of)} who are known, `}as of{" "}
        {formatDay(as_of)}
      </p>
      {unread.length > 0 && (
        <p className="small soft">
          Not counted yet: what is new in {unread.join(", ")}, which is being read.
        </p>
      )}
    </>
  );
};

// How many people a definition comes to, asked as it is typed: a moment after the last key, and never for what is stale.

export const useCohortPreview = (
  definition: Definition,
): UseQueryResult<Schemas["CohortPreview"], Problem> => {
  const body = useDebounced(definition);
  return useQuery({
    queryKey: ["cohorts", "preview", body],
    queryFn: ({ signal }) => answer(api.POST("/cohorts/preview", { body, signal })),
    enabled: !isEmpty(body),
    placeholderData: keepPreviousData,
  });
};
