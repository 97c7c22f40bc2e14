// The form of a prediction: its goal, who is eligible, its horizon, attrition, fairness and excluded inputs.

import { type ReactNode, useState } from "react";
import { periodNames } from "../../../src/words/horizons.js";
import { useList } from "../../api/resources.js";
import type { Saving } from "../../shell/edit-page.js";
import { CheckField, type Choice, NumberField, SelectField, TextField } from "../../ui/field.js";
import { FormPart, FormWithPreview } from "../../ui/form.js";
import { CohortChoice, CohortDialog } from "./cohort-choice.js";
import {
  type CalendarChoice,
  type Change,
  definitionOf,
  type OutcomeDraft,
  type Role,
  unfinished,
  type ValueChoice,
  valueChoiceOf,
  valueOfChoice,
} from "./draft.js";
import { ExcludedInputs } from "./excluded-inputs.js";
import { FairnessFields } from "./fairness-fields.js";
import { PredictionPreview } from "./preview.js";

interface OutcomeFormProps {
  draft: OutcomeDraft;
  onChange: (draft: OutcomeDraft) => void;
  saving: Omit<Saving, "save">;
  onSave: () => void;
  /** Inputs of the model, which can be excluded. */
  features?: readonly { name: string; literate: string }[];
  /** Before the fields. */
  children?: ReactNode;
}

export const OutcomeForm = ({
  draft,
  onChange,
  saving,
  onSave,
  features = [],
  children,
}: OutcomeFormProps) => {
  const [creating, setCreating] = useState<Role>();
  const { data: streams = [] } = useList("streams");
  const change = (changed: Partial<OutcomeDraft>) => onChange({ ...draft, ...changed });
  const choose = (role: Role, id: string) => change({ cohorts: { ...draft.cohorts, [role]: id } });
  return (
    <>
      <FormWithPreview
        preview={<PredictionPreview definition={definitionOf(draft)} />}
        missing={unfinished(draft)}
        {...saving}
        onSave={onSave}
      >
        {children}
        <TextField
          label="Name"
          value={draft.name}
          onChange={(name) => change({ name })}
          required
          autoComplete="off"
        />
        <GoalFields draft={draft} choose={choose} onCreate={setCreating} />
        <HorizonFields draft={draft} change={change} />
        <AttritionFields draft={draft} choose={choose} change={change} onCreate={setCreating} />
        <FairnessFields draft={draft} change={change} />
        <ExcludedInputs
          features={features}
          excluded={draft.blockedFeatures}
          onChange={(blockedFeatures) => change({ blockedFeatures })}
        />
      </FormWithPreview>
      {creating && (
        <CohortDialog
          title={dialogTitles[creating]}
          stream={streams[0]?.stream_name ?? ""}
          onCreated={(id) => {
            choose(creating, id);
            setCreating(undefined);
          }}
          onClose={() => setCreating(undefined)}
        />
      )}
    </>
  );
};

const dialogTitles: Record<Role, string> = {
  attainment: "New cohort: goal",
  eligible: "New cohort: who is eligible",
  attrition: "New cohort: attrition",
  active: "New cohort: active people",
};

interface CohortFieldsProps {
  draft: OutcomeDraft;
  choose: (role: Role, id: string) => void;
  onCreate: (role: Role) => void;
}

const GoalFields = ({ draft: { cohorts }, choose, onCreate }: CohortFieldsProps) => (
  <FormPart title="Goal and eligible people">
    <CohortChoice
      label="Goal"
      hint="The cohort that people are predicted to enter, such as repeat purchasers or churned customers."
      none="Choose a cohort"
      value={cohorts.attainment}
      onChange={(id) => choose("attainment", id)}
      onCreate={() => onCreate("attainment")}
    />
    <CohortChoice
      label="Who is eligible"
      hint="Only these people are scored, and the model learns only from them."
      none="All people"
      value={cohorts.eligible}
      onChange={(id) => choose("eligible", id)}
      onCreate={() => onCreate("eligible")}
    />
    <CohortChoice
      label="If they are active"
      hint="Optional. The chance of those who are in this cohort by their events within the horizon, for example not to finish, of those who race. Everyone eligible is scored as if they were."
      none="Whether they are active is part of the chance"
      value={cohorts.active}
      onChange={(id) => choose("active", id)}
      onCreate={() => onCreate("active")}
    />
  </FormPart>
);

const periods = Object.keys(periodNames) as (keyof typeof periodNames)[];
const calendarChoices = [
  { value: "", label: "Days" },
  { value: "months", label: "Calendar months" },
  ...periods.map((value) => ({ value, label: `By the end of ${periodNames[value]}` })),
] satisfies Choice<CalendarChoice>[];

const HorizonFields = ({ draft, change }: { draft: OutcomeDraft; change: Change }) => (
  <FormPart title="Horizon">
    <SelectField
      label="Horizon"
      hint="Calendar months hold a date of each month, such as a bill on the 1st, exactly once."
      value={draft.calendar}
      choices={calendarChoices}
      onChange={(calendar) => change({ calendar, horizonDays: calendar === "months" ? 1 : undefined })}
    />
    {draft.calendar === "" && (
      <NumberField
        label="Days to reach the goal"
        hint="If empty, the horizon is chosen from how long people usually take."
        min={1}
        placeholder="chosen from the data"
        value={draft.horizonDays}
        onChange={(horizonDays) => change({ horizonDays })}
      />
    )}
    {draft.calendar === "months" && (
      <NumberField
        label="Calendar months to reach the goal"
        min={1}
        value={draft.horizonDays}
        onChange={(horizonDays) => change({ horizonDays })}
      />
    )}
    <TextField
      label="Further horizons (days)"
      hint="Optional, such as “7, 30, 90, 365”. Also predicts the chance within each, and the date on which each person is expected."
      value={draft.horizons}
      onChange={(horizons) => change({ horizons })}
      autoComplete="off"
    />
    <CheckField
      label="May happen again"
      hint="Includes people who have already reached the goal, for example to predict the next purchase."
      checked={draft.isRecurring}
      onChange={(isRecurring) => change({ isRecurring })}
    />
    <ValueFields draft={draft} change={change} />
    <CheckField
      label="Similar customers (no dates)"
      hint="For data without dates. Uses only traits and totals, so it finds people who are similar to those who reached the goal, not people who will."
      checked={draft.isStatic}
      onChange={(isStatic) => change({ isStatic })}
    />
  </FormPart>
);

const valueChoices = [
  { value: "", label: "Nothing else" },
  { value: "sum", label: "Amounts and counts" },
  { value: "mean", label: "The mean of a property, if active" },
  { value: "minimum", label: "The lowest value of a property, if active" },
  { value: "maximum", label: "The highest value of a property, if active" },
  { value: "last", label: "The last value of a property, if active" },
] satisfies Choice<ValueChoice>[];

const ValueFields = ({ draft, change }: { draft: OutcomeDraft; change: Change }) => {
  const { data: cohorts = [] } = useList("cohorts");
  const { data: streams = [] } = useList("streams");
  const goal = cohorts.find(({ id }) => id === draft.cohorts.attainment);
  const stream = streams.find(({ stream_name: name }) => name === goal?.stream_name);
  const numbers = Object.entries(stream?.properties ?? {}).flatMap(([name, { type }]) =>
    type === "double" ? [{ value: name, label: name }] : [],
  );
  const choice = valueChoiceOf(draft);
  return (
    <>
      <SelectField
        label="Also predict"
        hint="Amounts and counts: how much each person will spend, and how often. If active: of people who have such an event within the horizon, a position, a rating or a temperature. For a goal that people reach by events."
        value={choice}
        choices={valueChoices}
        onChange={(chosen) => change({ value: valueOfChoice(chosen, draft) })}
      />
      {choice !== "" && choice !== "sum" && (
        <SelectField
          label="Property"
          value={draft.value?.property ?? ""}
          choices={[{ value: "", label: "The value of the events" }, ...numbers]}
          onChange={(property) => change({ value: { aggregation: choice, ...(property && { property }) } })}
        />
      )}
    </>
  );
};

const AttritionFields = ({ draft, choose, change, onCreate }: CohortFieldsProps & { change: Change }) => (
  <FormPart
    title="Gone for good"
    hint="Optional. People who can no longer reach the goal are not scored, for example cancelled members in a prediction of renewals."
  >
    <CohortChoice
      label="Cohort of those who are gone"
      hint="Without one, everyone who does not reach the goal within the horizon is a negative example."
      none="None"
      value={draft.cohorts.attrition}
      onChange={(id) => choose("attrition", id)}
      onCreate={() => onCreate("attrition")}
    />
    {draft.cohorts.attrition !== "" && (
      <SelectField
        label="People who enter neither cohort within the horizon"
        value={draft.isUndecidedLeftOut ? "left_out" : "not_attained"}
        choices={[
          { value: "not_attained", label: "Negative examples" },
          { value: "left_out", label: "Left out of training" },
        ]}
        onChange={(undecided) => change({ isUndecidedLeftOut: undecided === "left_out" })}
      />
    )}
  </FormPart>
);
