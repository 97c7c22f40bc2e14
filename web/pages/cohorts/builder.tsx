// The form of a cohort, with its definition as a sentence and its number of people beside it.

import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { cohortSentence } from "../../../src/words/cohort.js";
import { answer, api, type Problem, type Schemas } from "../../api/client.js";
import { useDebounced } from "../../api/use-debounced.js";
import type { Saving } from "../../shell/edit-page.js";
import { classNames } from "../../ui/class-names.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { TextField } from "../../ui/field.js";
import { FormWithPreview, Sentence } from "../../ui/form.js";
import { formatCount, formatDay, formatPeople, formatPercent, reader } from "../../ui/format.js";
import styles from "./builder.module.css";
import { CohortFields } from "./cohort-fields.js";
import { type CohortDraft, type Definition, definitionOf, isEmpty, isInRange, unfinished } from "./draft.js";
import { useResourceNames } from "./names.js";

interface BuilderProps {
  draft: CohortDraft;
  onChange: (draft: CohortDraft) => void;
  saving: Omit<Saving, "save">;
  onSave: () => void;
  /** Shown before the button. */
  children?: ReactNode;
}

export const CohortBuilder = ({ draft, onChange, saving, onSave, children }: BuilderProps) => (
  <FormWithPreview
    {...saving}
    preview={<Preview draft={draft} />}
    missing={unfinished(draft)}
    onSave={onSave}
  >
    <TextField
      label="Name"
      value={draft.name}
      onChange={(name) => onChange({ ...draft, name })}
      required
      autoComplete="off"
    />
    <CohortFields draft={draft} onChange={onChange} />
    {children}
  </FormWithPreview>
);

const Preview = ({ draft }: { draft: CohortDraft }) => {
  const definition = definitionOf(draft);
  return (
    <>
      <Sentence>{cohortSentence(definition, useResourceNames(), reader)}</Sentence>
      <LiveCount definition={definition} />
    </>
  );
};

/** The number of people, live. The previous number stays while a new one is counted. */
const LiveCount = ({ definition }: { definition: Definition }) => {
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
  const { population_count: count, people_count: of, as_of, unread_datasets: unread } = preview;
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
    // A field that is out of range says so itself.
    enabled: !isEmpty(body) && isInRange(body),
    placeholderData: keepPreviousData,
  });
};
