// The pages that create and edit a trigger: whom it reports, as a sentence, and where the messages go.

import { useSearch } from "wouter";
import { triggerSentence } from "../../../src/words/trigger.js";
import { useEndpoints } from "../../api/account.js";
import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { EditPage, type Saving } from "../../shell/edit-page.js";
import { ButtonLink } from "../../ui/button.js";
import { useDraft } from "../../ui/draft.js";
import { CheckField, FieldGroup, NumberField, SelectField, TextField } from "../../ui/field.js";
import { Form, Sentence } from "../../ui/form.js";
import { reader } from "../../ui/format.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";
import {
  configOf,
  draftOf,
  patchOf,
  scoredChoices,
  scoresValue,
  type TriggerDraft,
  type Watched,
} from "./draft.js";

/** At `/triggers/new` there is no `id`. */
const EditTrigger = ({ id }: { id?: string }) => (
  <EditPage
    kind="triggers"
    id={id}
    about={
      id === undefined
        ? "A trigger sends a message to your systems about single customers, with the reason."
        : "A trigger with another condition begins again: the next build remembers where each customer is, and reports nobody."
    }
  >
    {(saving, trigger) => <Choices key={trigger?.id} saving={saving} trigger={trigger} />}
  </EditPage>
);
export default EditTrigger;

type Trigger = Records["triggers"];

const Choices = ({ saving, trigger }: { saving: Saving; trigger: Trigger | undefined }) => {
  const { data: pipelines } = useList("scopes");
  const { data: outcomes } = useList("outcomes");
  const { data: cohorts } = useList("cohorts");
  const { data: endpoints } = useEndpoints();
  if (!pipelines || !outcomes || !cohorts || !endpoints) return <Skeleton rows={8} />;
  const inUse = <R extends { archived_at?: string | undefined }>(records: readonly R[]) =>
    records.filter(({ archived_at }) => archived_at === undefined);
  const known: Known = {
    scored: scoredChoices(inUse(pipelines), outcomes),
    cohorts: inUse(cohorts).map(({ id: value, name: label }) => ({ value, label })),
    endpoints: endpoints.map(({ id: value, url: label }) => ({ value, label })),
  };
  if (known.scored.length + known.cohorts.length === 0)
    return (
      <Empty action={<ButtonLink to="/predictions/new">New prediction</ButtonLink>}>
        A trigger watches a prediction or a cohort. Create one first.
      </Empty>
    );
  return <TriggerForm known={known} saving={saving} trigger={trigger} />;
};

interface Choice {
  value: string;
  label: string;
}
interface Known {
  scored: readonly Choice[];
  cohorts: readonly Choice[];
  endpoints: readonly Choice[];
}

/** The prediction that led to this page, or else the first. */
const usePreset = ({ scored, cohorts }: Known): TriggerDraft => {
  const query = new URLSearchParams(useSearch());
  const wanted = scoresValue(query.get("scope") ?? "", query.get("outcome") ?? "");
  return {
    watched: scored.length > 0 ? "crosses" : "cohort",
    scores: (scored.find(({ value }) => value === wanted) ?? scored[0])?.value ?? "",
    direction: "up",
    probability: 50,
    cohortId: cohorts[0]?.value ?? "",
    on: "both",
    most: 20,
    isLive: false,
    quietHours: undefined,
    endpointId: "",
  };
};

interface TriggerFormProps {
  known: Known;
  saving: Saving;
  /** The one that is edited; undefined: a new one. */
  trigger: Trigger | undefined;
}

const TriggerForm = ({ known, saving, trigger }: TriggerFormProps) => {
  const preset = usePreset(known);
  const [name, setName] = useDraft("name", trigger?.name ?? "");
  const [draft, setDraft] = useDraft("trigger", trigger ? draftOf(trigger, preset) : preset);
  const change = (changed: Partial<TriggerDraft>) => setDraft({ ...draft, ...changed });
  const config = configOf(draft);
  const subject = subjectOf(draft, known);
  return (
    <Panel title="Whom it reports">
      <Form
        action={saving.action}
        sending={saving.sending}
        isDisabled={config === undefined}
        onSubmit={() => saving.save({ name, ...(trigger ? patchOf(trigger, draft) : config) })}
      >
        <Sentence>
          {config ? triggerSentence(config, subject, reader) : "Choose what customers have to do."}
        </Sentence>
        <TextField label="Name" value={name} onChange={setName} placeholder={subject} required />
        <FieldGroup legend="Condition">
          <SelectField<Watched>
            label="Report customers who"
            value={draft.watched}
            onChange={(watched) => change({ watched })}
            choices={[
              ...(known.scored.length > 0 ? scoredKinds : []),
              ...(known.cohorts.length > 0 ? [cohortKind] : []),
            ]}
          />
          {draft.watched === "cohort" ? (
            <CohortFields draft={draft} known={known} onChange={change} />
          ) : (
            <ScoreFields draft={draft} known={known} onChange={change} />
          )}
          {draft.watched !== "movers" && (
            <CheckField
              label="Within seconds of an event"
              hint="Customers whose events programs send are judged as they come. Otherwise, and all others, at each build."
              checked={draft.isLive}
              onChange={(isLive) => change({ isLive })}
            />
          )}
        </FieldGroup>
        <FieldGroup legend="Messages">
          <NumberField
            label="Quiet hours per customer"
            hint="For so long after a report, the same customer is not reported again."
            value={draft.quietHours}
            min={0}
            placeholder={draft.watched === "movers" ? "0" : "24"}
            onChange={(quietHours) => change({ quietHours })}
          />
          <SelectField
            label="Webhook"
            value={draft.endpointId}
            onChange={(endpointId) => change({ endpointId })}
            choices={[{ value: "", label: "All that receive this event" }, ...known.endpoints]}
          />
        </FieldGroup>
        {known.endpoints.length === 0 && (
          <p className="soft">
            You have no webhook yet. Reports are listed on the trigger's page until one receives them.
          </p>
        )}
      </Form>
    </Panel>
  );
};

const scoredKinds = [
  { value: "crosses", label: "cross a chance" },
  { value: "movers", label: "changed most since the day before" },
] as const;
const cohortKind = { value: "cohort", label: "enter or leave a cohort" } as const;

const subjectOf = ({ watched, cohortId, scores }: TriggerDraft, { scored, cohorts }: Known): string => {
  const [choices, chosen] = watched === "cohort" ? [cohorts, cohortId] : [scored, scores];
  return choices.find(({ value }) => value === chosen)?.label ?? "";
};

interface FieldsProps {
  draft: TriggerDraft;
  known: Known;
  onChange: (changed: Partial<TriggerDraft>) => void;
}

const CohortFields = ({ draft, known, onChange }: FieldsProps) => (
  <>
    <SelectField
      label="Cohort"
      value={draft.cohortId}
      onChange={(cohortId) => onChange({ cohortId })}
      choices={known.cohorts}
    />
    <SelectField<TriggerDraft["on"]>
      label="When they"
      value={draft.on}
      onChange={(on) => onChange({ on })}
      choices={[
        { value: "both", label: "enter or leave" },
        { value: "enters", label: "enter" },
        { value: "leaves", label: "leave" },
      ]}
    />
  </>
);

const ScoreFields = ({ draft, known, onChange }: FieldsProps) => (
  <>
    <SelectField
      label="Prediction"
      value={draft.scores}
      onChange={(scores) => onChange({ scores })}
      choices={known.scored}
    />
    <SelectField<TriggerDraft["direction"]>
      label="When their chance"
      value={draft.direction}
      onChange={(direction) => onChange({ direction })}
      choices={
        draft.watched === "movers"
          ? [
              { value: "both", label: "rose or fell" },
              { value: "up", label: "rose" },
              { value: "down", label: "fell" },
            ]
          : [
              { value: "up", label: "rises to" },
              { value: "down", label: "falls below" },
              { value: "both", label: "rises to, or falls below" },
            ]
      }
    />
    {draft.watched === "movers" ? (
      <NumberField
        label="Customers a day"
        value={draft.most}
        min={1}
        onChange={(most) => onChange({ most })}
      />
    ) : (
      <NumberField
        label="Chance in percent"
        value={draft.probability}
        isContinuous
        min={0}
        onChange={(probability) => onChange({ probability })}
      />
    )}
  </>
);
