// A question as a form: who attains, of whom it is asked, until when; then what is to be heeded in learning it.

import { type ReactNode, useState } from "react";
import { useList } from "../../api/resources.js";
import type { Saving } from "../../shell/edit-page.js";
import { CheckField, NumberField, SelectField, TextField } from "../../ui/field.js";
import { FormPart, FormWithPreview } from "../../ui/form.js";
import { CohortChoice } from "./cohort-choice.js";
import { CohortMaker } from "./cohort-maker.js";
import { type Change, definitionOf, type OutcomeDraft, type Role, unfinished } from "./draft.js";
import { Blocklist } from "./excluded-inputs.js";
import { Fairness } from "./fairness-fields.js";
import { AskedLive } from "./preview.js";

interface OutcomeFormProps {
  draft: OutcomeDraft;
  onChange: (draft: OutcomeDraft) => void;
  saving: Omit<Saving, "save">;
  onSave: () => void;
  /** Names of features that it can be told not to learn from, with how they are called. */
  features?: readonly { name: string; literate: string }[];
  /** Before the questions. */
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
  const [making, setMaking] = useState<Role>();
  const { data: streams = [] } = useList("streams");
  const change = (changed: Partial<OutcomeDraft>) => onChange({ ...draft, ...changed });
  const choose = (role: Role, id: string) => change({ cohorts: { ...draft.cohorts, [role]: id } });
  return (
    <>
      <FormWithPreview
        preview={<AskedLive question={definitionOf(draft)} />}
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
        <Whom draft={draft} choose={choose} onMake={setMaking} />
        <When draft={draft} change={change} />
        <Counter draft={draft} choose={choose} change={change} onMake={setMaking} />
        <Fairness draft={draft} change={change} />
        <Blocklist
          features={features}
          blocked={draft.blockedFeatures}
          onChange={(blockedFeatures) => change({ blockedFeatures })}
        />
      </FormWithPreview>
      {making && (
        <CohortMaker
          title={makerTitles[making]}
          stream={streams[0]?.stream_name ?? ""}
          onMade={(id) => {
            choose(making, id);
            setMaking(undefined);
          }}
          onClose={() => setMaking(undefined)}
        />
      )}
    </>
  );
};

const makerTitles: Record<Role, string> = {
  attainment: "New cohort: who attains",
  eligible: "New cohort: of whom it is asked",
  attrition: "New cohort: who has clearly failed to attain",
};

interface WhomProps {
  draft: OutcomeDraft;
  choose: (role: Role, id: string) => void;
  onMake: (role: Role) => void;
}

const Whom = ({ draft: { cohorts }, choose, onMake }: WhomProps) => (
  <FormPart title="The question">
    <CohortChoice
      label="Who attains"
      hint="The cohort that people are to come into: those who bought twice, those who cancelled."
      none="Choose a cohort"
      value={cohorts.attainment}
      onChange={(id) => choose("attainment", id)}
      onMake={() => onMake("attainment")}
    />
    <CohortChoice
      label="Of whom it is asked"
      hint="Whoever is not among them is not asked about, and not learned from."
      none="Everyone known"
      value={cohorts.eligible}
      onChange={(id) => choose("eligible", id)}
      onMake={() => onMake("eligible")}
    />
  </FormPart>
);

const When = ({ draft, change }: { draft: OutcomeDraft; change: Change }) => (
  <FormPart title="The time">
    <NumberField
      label="Within so many days"
      hint="Left empty, it is chosen from how long it usually takes, and shown."
      min={1}
      placeholder="chosen from the data"
      value={draft.horizonDays}
      onChange={(horizonDays) => change({ horizonDays })}
    />
    <CheckField
      label="It can happen again"
      hint="Who has attained is asked about anew: does it happen within these days, be it the second time or the tenth?"
      checked={draft.isRecurring}
      onChange={(isRecurring) => change({ isRecurring })}
    />
    <CheckField
      label="Learn without dates"
      hint="From traits and totals alone: who is like those who have attained, not who will. For data without dates."
      checked={draft.isStatic}
      onChange={(isStatic) => change({ isStatic })}
    />
  </FormPart>
);

const Counter = ({ draft, choose, change, onMake }: WhomProps & { change: Change }) => (
  <FormPart
    title="Who has clearly failed to attain"
    hint="Optional. Who is in such a cohort is asked about no more: members who left, say, when it is asked who renews."
  >
    <CohortChoice
      label="Clear counter-examples"
      hint="Without such a cohort, whoever does not attain within the time is a counter-example."
      none="None"
      value={draft.cohorts.attrition}
      onChange={(id) => choose("attrition", id)}
      onMake={() => onMake("attrition")}
    />
    {draft.cohorts.attrition !== "" && (
      <SelectField
        label="Who does neither within the time"
        value={draft.isUndecidedLeftOut ? "left_out" : "not_attained"}
        choices={[
          { value: "not_attained", label: "did not attain: a counter-example too" },
          { value: "left_out", label: "is undecided: left out of learning" },
        ]}
        onChange={(undecided) => change({ isUndecidedLeftOut: undecided === "left_out" })}
      />
    )}
  </FormPart>
);
