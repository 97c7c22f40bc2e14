// The payload fields of a pipeline's form: predictions, personas, recommendations, cohorts, traits and the nearest
// location.

import { Link } from "wouter";
import { CheckField, NumberField } from "../../ui/field.js";
import { FormRow } from "../../ui/form.js";
import { Chooser } from "./chooser.js";
import type { PipelineDraft } from "./draft.js";
import {
  useOfferedAtlases,
  useOfferedCohorts,
  useOfferedOutcomes,
  useOfferedPersonaSets,
  useOfferedRecommenders,
  useOfferedTraits,
} from "./offered.js";

interface PayloadFieldsProps {
  draft: PipelineDraft;
  onChange: (draft: PipelineDraft) => void;
}

export const PayloadFields = ({ draft, onChange }: PayloadFieldsProps) => (
  <>
    <Outcomes draft={draft} onChange={onChange} />
    <Others draft={draft} onChange={onChange} />
    <Facts draft={draft} onChange={onChange} />
  </>
);

const Outcomes = ({ draft, onChange }: PayloadFieldsProps) => (
  <>
    <Chooser
      legend="Predictions"
      hint="A probability, and a rank from 1 to 100 among the people scored."
      offered={useOfferedOutcomes(draft.outcomes)}
      chosen={draft.outcomes}
      onChange={(outcomes) => onChange({ ...draft, outcomes })}
      none={
        <>
          There are no predictions yet. <Link to="/outcomes/new">New prediction</Link>
        </>
      }
    />
    <CheckField
      label="Add reasons"
      hint="Up to three reasons for and three against each score, for the 100,000 most likely people."
      checked={draft.isExplained && draft.outcomes.length > 0}
      disabled={draft.outcomes.length === 0}
      onChange={(isExplained) => onChange({ ...draft, isExplained })}
    />
  </>
);

const Others = ({ draft, onChange }: PayloadFieldsProps) => (
  <>
    <Chooser
      legend="Personas"
      hint="The name of each person’s persona."
      offered={useOfferedPersonaSets(draft.personaSets)}
      chosen={draft.personaSets}
      onChange={(personaSets) => onChange({ ...draft, personaSets })}
      none={
        <>
          There are no persona sets yet. <Link to="/persona-sets/new">New persona set</Link>
        </>
      }
    />
    <Chooser
      legend="Recommendations"
      hint="Ten items for each person, the most likely first."
      offered={useOfferedRecommenders(draft.recommenders)}
      chosen={draft.recommenders}
      onChange={(recommenders) => onChange({ ...draft, recommenders })}
      none={
        <>
          There are no recommenders yet. <Link to="/recommenders/new">New recommender</Link>
        </>
      }
    />
  </>
);

const Facts = ({ draft, onChange }: PayloadFieldsProps) => (
  <>
    <Chooser
      legend="Cohort membership"
      hint="Yes or no for each cohort."
      offered={useOfferedCohorts(draft.cohorts)}
      chosen={draft.cohorts}
      onChange={(cohorts) => onChange({ ...draft, cohorts })}
      none="There are no cohorts yet."
    />
    <Chooser
      legend="Customer attributes"
      hint="One column for each trait."
      offered={useOfferedTraits()}
      chosen={draft.attributes}
      onChange={(attributes) => onChange({ ...draft, attributes })}
      none="There are no traits yet. Map columns of a dataset to traits first."
    />
    <NearestLocation draft={draft} onChange={onChange} />
  </>
);

const NearestLocation = ({ draft, onChange }: PayloadFieldsProps) => {
  const offered = useOfferedAtlases(draft.atlases);
  if (offered?.length === 0) return null;
  return (
    <>
      <Chooser
        legend="Nearest location"
        hint="The name, your ID and the distance of each person’s nearest location of any of these atlases."
        offered={offered}
        chosen={draft.atlases}
        onChange={(atlases) => onChange({ ...draft, atlases })}
        none={null}
      />
      {draft.atlases.length > 0 && (
        <FormRow title="Locations that count">
          <NumberField
            label="Kilometres away, at least"
            isContinuous
            min={0}
            placeholder="any distance"
            value={draft.minKilometres}
            onChange={(minKilometres) => onChange({ ...draft, minKilometres })}
          />
          <NumberField
            label="Kilometres away, at most"
            isContinuous
            min={0}
            placeholder="any distance"
            value={draft.maxKilometres}
            onChange={(maxKilometres) => onChange({ ...draft, maxKilometres })}
          />
        </FormRow>
      )}
      {draft.isPartOfAtlases && (
        <p className="small soft">
          Only some of these locations count, by conditions that were set by API. They stay.
        </p>
      )}
    </>
  );
};
