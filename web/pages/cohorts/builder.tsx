// A cohort is made, or changed: its form, and beside it what it says and how many people that are.

import type { ReactNode } from "react";
import type { Saving } from "../../shell/edit-page.js";
import { TextField } from "../../ui/field.js";
import { FormWithPreview, Sentence } from "../../ui/form.js";
import { CohortFields } from "./cohort-fields.js";
import { LiveCount } from "./count.js";
import { type CohortDraft, definitionOf, unfinished } from "./draft.js";
import { useResourceNames } from "./names.js";
import { cohortSentence } from "./sentence.js";

interface BuilderProps {
  draft: CohortDraft;
  onChange: (draft: CohortDraft) => void;
  saving: Omit<Saving, "save">;
  onSave: () => void;
  /** What else is to be known before it is saved. */
  children?: ReactNode;
}

export const CohortBuilder = ({ draft, onChange, saving, onSave, children }: BuilderProps) => (
  <FormWithPreview
    {...saving}
    preview={<Reading draft={draft} />}
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

const Reading = ({ draft }: { draft: CohortDraft }) => {
  const definition = definitionOf(draft);
  return (
    <>
      <Sentence>{cohortSentence(definition, useResourceNames())}</Sentence>
      <LiveCount definition={definition} />
    </>
  );
};
