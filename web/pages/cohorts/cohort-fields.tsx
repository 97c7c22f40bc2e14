// Fields of a cohort: events, traits, places and atlases.

import { plural } from "../../../src/words/plural.js";
import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { CheckField, NumberField, SelectField } from "../../ui/field.js";
import { FormPart, FormRow } from "../../ui/form.js";
import { subjectOfTrait, subjectsOfStream } from "./condition.js";
import { ConditionList, LocationList, PlaceList } from "./condition-fields.js";
import { type CohortDraft, isOfferedNotSince } from "./draft.js";

interface CohortFieldsProps {
  draft: CohortDraft;
  onChange: (draft: CohortDraft) => void;
}
type Change = (changed: Partial<CohortDraft>) => void;

export const CohortFields = ({ draft, onChange }: CohortFieldsProps) => {
  const change: Change = (changed) => onChange({ ...draft, ...changed });
  return (
    <>
      <Events draft={draft} change={change} />
      <Traits draft={draft} change={change} />
      <Places draft={draft} change={change} />
    </>
  );
};

interface PartProps {
  draft: CohortDraft;
  change: Change;
}

const Events = ({ draft, change }: PartProps) => {
  const { data: streams = [] } = useList("streams");
  const stream = streams.find(({ stream_name }) => stream_name === draft.stream.toLowerCase());
  const isKnown = draft.stream === "" || stream !== undefined;
  const events = plural((stream?.literate ?? "event").toLowerCase());
  return (
    <FormPart title="Events">
      <SelectField
        label="Stream"
        value={stream?.stream_name ?? draft.stream}
        choices={[
          { value: "", label: "None: use traits and places only" },
          ...streams.map(({ stream_name, literate }) => ({ value: stream_name, label: literate })),
          ...(isKnown ? [] : [{ value: draft.stream, label: draft.stream }]),
        ]}
        onChange={(name) => change({ stream: name, where: [] })}
      />
      {draft.stream !== "" && (
        <>
          <Bounds draft={draft} change={change} events={events} hasValue={stream?.has_value ?? true} />
          {stream?.is_dated !== false && <Recency draft={draft} change={change} />}
          {stream?.is_dated !== false && <NotSince draft={draft} change={change} streams={streams} />}
          <FormRow title={`Conditions on ${events}`}>
            <ConditionList
              what="property"
              subjects={stream ? subjectsOfStream(stream) : []}
              conditions={draft.where}
              onChange={(where) => change({ where })}
            />
          </FormRow>
        </>
      )}
    </FormPart>
  );
};

const Bounds = ({ draft, change, events, hasValue }: PartProps & { events: string; hasValue: boolean }) => (
  <>
    <FormRow title={`Number of ${events}`}>
      <NumberField
        label="At least"
        min={0}
        placeholder={draft.maxCount === 0 ? "0" : "1"}
        value={draft.minCount}
        onChange={(minCount) => change({ minCount })}
      />
      <NumberField
        label="At most"
        min={0}
        placeholder="any number"
        value={draft.maxCount}
        onChange={(maxCount) => change({ maxCount })}
      />
    </FormRow>
    {hasValue && (
      <FormRow title="Total amount">
        <NumberField
          label="At least"
          isContinuous
          placeholder="any amount"
          value={draft.minValue}
          onChange={(minValue) => change({ minValue })}
        />
        <NumberField
          label="At most"
          isContinuous
          placeholder="any amount"
          value={draft.maxValue}
          onChange={(maxValue) => change({ maxValue })}
        />
      </FormRow>
    )}
  </>
);

const Recency = ({ draft, change }: PartProps) => (
  <FormRow title="Recency">
    <SelectField
      label="Event"
      value={draft.occurrence}
      choices={[
        { value: "last", label: "Last event" },
        { value: "first", label: "First event" },
      ]}
      onChange={(occurrence) => change({ occurrence })}
    />
    <NumberField
      label="Days ago, at least"
      min={0}
      placeholder="any time"
      value={draft.minDays}
      onChange={(minDays) => change({ minDays })}
    />
    <NumberField
      label="Days ago, at most"
      min={0}
      placeholder="any time"
      value={draft.maxDays}
      onChange={(maxDays) => change({ maxDays })}
    />
  </FormRow>
);

/** The streams of which no event may follow the last one. */
const NotSince = ({ draft, change, streams }: PartProps & { streams: Records["streams"][] }) => {
  const { notSince } = draft;
  return (
    <FormRow title="And not since">
      {streams
        .filter((stream) => isOfferedNotSince(draft, stream))
        .map(({ stream_name: name, literate }) => (
          <CheckField
            key={name}
            label={literate}
            checked={notSince.includes(name)}
            onChange={(is) =>
              change({ notSince: is ? [...notSince, name] : notSince.filter((each) => each !== name) })
            }
          />
        ))}
    </FormRow>
  );
};

const Traits = ({ draft, change }: PartProps) => {
  const { data: traits = [] } = useList("traits");
  return (
    <FormPart title="Customer attributes">
      {traits.length === 0 && (
        <p className="soft">
          No traits yet. Traits come from dataset columns that describe a customer, such as a plan or an age.
        </p>
      )}
      <ConditionList
        what="trait"
        subjects={traits.map(subjectOfTrait)}
        conditions={draft.traits}
        onChange={(changed) => change({ traits: changed })}
      />
    </FormPart>
  );
};

const Places = ({ draft, change }: PartProps) => {
  const { data: places = [] } = useList("places");
  const { data: atlases = [] } = useList("atlases");
  const hasPlaces = places.length + draft.places.length > 0;
  const hasAtlases = atlases.length + draft.locations.length > 0;
  if (!hasPlaces && !hasAtlases) return null;
  return (
    <FormPart title="Location">
      {hasPlaces && (
        <PlaceList
          places={places}
          conditions={draft.places}
          onChange={(changed) => change({ places: changed })}
        />
      )}
      {hasAtlases && (
        <LocationList
          atlases={atlases}
          conditions={draft.locations}
          onChange={(changed) => change({ locations: changed })}
        />
      )}
    </FormPart>
  );
};
