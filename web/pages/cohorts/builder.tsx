// The form of a cohort, with its definition as a sentence and its number of people beside it.

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
      <Sentence>{cohortSentence(definition, useResourceNames())}</Sentence>
      <LiveCount definition={definition} />
    </>
  );
};
