// The choice of a cohort for a prediction: an existing one, or a new one that is created in a dialog.

import { type ReactNode, useState } from "react";
import { cohortSentence } from "../../../src/words/cohort.js";
import { useCreate, useList } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { Dialog } from "../../ui/dialog.js";
import { SelectField } from "../../ui/field.js";
import { formatPeople, reader } from "../../ui/format.js";
import { CohortBuilder } from "../cohorts/builder.js";
import { definitionOf, draftOf } from "../cohorts/draft.js";
import { useResourceNames } from "../cohorts/names.js";
import styles from "./outcome-form.module.css";

interface CohortChoiceProps {
  label: string;
  hint: ReactNode;
  /** The choice of no cohort. */
  none: string;
  /** Id; empty: none. */
  value: string;
  onChange: (id: string) => void;
  /** Opens the dialog that creates one. */
  onCreate: () => void;
}

export const CohortChoice = ({ label, hint, none, value, onChange, onCreate }: CohortChoiceProps) => {
  const { data: cohorts = [] } = useList("cohorts");
  const names = useResourceNames();
  const chosen = cohorts.find(({ id }) => id === value);
  const offered = cohorts.filter((cohort) => !cohort.archived_at || cohort === chosen);
  return (
    <div className={styles.cohort}>
      <SelectField
        label={label}
        hint={chosen ? cohortSentence(chosen, names, reader) : hint}
        value={value}
        onChange={onChange}
        choices={[
          { value: "", label: none },
          ...offered.map(({ id, name, population_count: people }) => ({
            value: id,
            label: people === undefined ? name : `${name} (${formatPeople(people)})`,
          })),
        ]}
      />
      <Button onClick={onCreate} aria-label={`New cohort for: ${label}`}>
        New cohort
      </Button>
    </div>
  );
};

interface CohortDialogProps {
  title: string;
  /** Machine name of the stream to begin with; empty: none. */
  stream: string;
  onCreated: (id: string) => void;
  onClose: () => void;
}

export const CohortDialog = ({ title, stream, onCreated, onClose }: CohortDialogProps) => {
  const [draft, setDraft] = useState(draftOf({ stream_name: stream }));
  const create = useCreate("cohorts");
  return (
    <Dialog title={title} isWide onClose={onClose}>
      <CohortBuilder
        draft={draft}
        onChange={setDraft}
        saving={{ action: "Create and select cohort", sending: create }}
        onSave={() =>
          create.mutate(
            { name: draft.name, ...definitionOf(draft) },
            { onSuccess: ({ id }) => onCreated(id) },
          )
        }
      />
    </Dialog>
  );
};
