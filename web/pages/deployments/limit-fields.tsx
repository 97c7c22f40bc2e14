// The limit fields of a deployment's form: a number of rows or a range of percentiles.

import { useList } from "../../api/resources.js";
import { FieldGroup, NumberField, SelectField } from "../../ui/field.js";
import type { Limit, PartProps } from "./draft.js";

const starts: Record<Limit["method"], (outcomeId: string) => Limit> = {
  none: () => ({ method: "none" }),
  row_count: (outcomeId) => ({ method: "row_count", threshold: 1000, outcomeId, isDescending: true }),
  percentile: (outcomeId) => ({ method: "percentile", outcomeId, min: 90, max: 100 }),
};

export const LimitFields = ({ draft, onChange }: PartProps) => {
  const outcomes = useOutcomesOf(draft.scopeId);
  const { limit } = draft;
  return (
    <FieldGroup legend="Limit">
      <SelectField
        label="Rows to deliver"
        value={limit.method}
        choices={[
          { value: "none", label: "all" },
          { value: "row_count", label: "a number of rows" },
          { value: "percentile", label: "a range of percentiles", isDisabled: outcomes.length === 0 },
        ]}
        onChange={(method) => onChange({ ...draft, limit: starts[method](outcomes[0]?.value ?? "") })}
      />
      <Details
        limit={limit}
        outcomes={outcomes}
        onChange={(changed) => onChange({ ...draft, limit: changed })}
      />
    </FieldGroup>
  );
};

interface DetailsProps {
  limit: Limit;
  outcomes: readonly { value: string; label: string }[];
  onChange: (limit: Limit) => void;
}

const Details = ({ limit, outcomes, onChange }: DetailsProps) => {
  if (limit.method === "none") return null;
  const outcome = outcomes.length > 0 && (
    <SelectField
      label="Ranked by"
      value={limit.outcomeId}
      choices={outcomes}
      onChange={(outcomeId) => onChange({ ...limit, outcomeId })}
    />
  );
  if (limit.method === "percentile")
    return (
      <>
        {outcome}
        <NumberField
          label="From percentile"
          min={1}
          value={limit.min}
          onChange={(min) => onChange({ ...limit, min })}
        />
        <NumberField
          label="To percentile"
          min={1}
          value={limit.max}
          onChange={(max) => onChange({ ...limit, max })}
        />
      </>
    );
  return (
    <>
      <NumberField
        label="Number of rows"
        min={1}
        value={limit.threshold}
        onChange={(threshold) => onChange({ ...limit, threshold })}
      />
      <SelectField
        label="Order"
        value={limit.isDescending ? "most" : "least"}
        choices={[
          { value: "most", label: "most likely first" },
          { value: "least", label: "least likely first" },
        ]}
        onChange={(which) => onChange({ ...limit, isDescending: which === "most" })}
      />
      {outcome}
    </>
  );
};

/** Predictions of a pipeline, as choices. */
export const useOutcomesOf = (scopeId: string): { value: string; label: string }[] => {
  const { data: pipelines = [] } = useList("scopes");
  const { data: outcomes = [] } = useList("outcomes");
  const ids = pipelines.find(({ id }) => id === scopeId)?.payload.outcome_ids ?? [];
  return ids.map((value) => ({
    value,
    label: outcomes.find(({ id }) => id === value)?.name ?? "a prediction",
  }));
};
