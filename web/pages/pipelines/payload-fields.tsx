// What a pipeline says of people.

import { Link } from "wouter";
import { CheckField } from "../../ui/field.js";
import { Chooser } from "./chooser.js";
import type { PipelineDraft } from "./draft.js";
import {
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
      legend="How likely each person is to…"
      hint="Outcomes: a probability, and a rank from 1 to 100 among the people scored."
      offered={useOfferedOutcomes(draft.outcomes)}
      chosen={draft.outcomes}
      onChange={(outcomes) => onChange({ ...draft, outcomes })}
      none={
        <>
          There are no outcomes yet. <Link to="/outcomes/new">New outcome</Link>
        </>
      }
    />
    <CheckField
      label="Say why, in words"
      hint="Up to three reasons for and three against, of the 100,000 likeliest people of each outcome."
      checked={draft.isExplained && draft.outcomes.length > 0}
      disabled={draft.outcomes.length === 0}
      onChange={(isExplained) => onChange({ ...draft, isExplained })}
    />
  </>
);

const Others = ({ draft, onChange }: PayloadFieldsProps) => (
  <>
    <Chooser
      legend="What kind of person they are"
      hint="Persona sets: the name of each person’s persona."
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
      legend="What they are likely to take next"
      hint="Recommenders: the ten likeliest for each person, the likeliest first."
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
      legend="Which cohorts they are in"
      hint="A yes or no for each."
      offered={useOfferedCohorts(draft.cohorts)}
      chosen={draft.cohorts}
      onChange={(cohorts) => onChange({ ...draft, cohorts })}
      none="There are no cohorts yet."
    />
    <Chooser
      legend="What else is known of them"
      hint="Traits: one column for each."
      offered={useOfferedTraits()}
      chosen={draft.attributes}
      onChange={(attributes) => onChange({ ...draft, attributes })}
      none="No dataset has traits yet."
    />
  </>
);
