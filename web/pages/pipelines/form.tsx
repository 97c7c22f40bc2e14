// The form of a pipeline, with the size of its audience beside it.

import { useList } from "../../api/resources.js";
import type { Saving } from "../../shell/edit-page.js";
import { TextField } from "../../ui/field.js";
import { FormPart, FormWithPreview, Sentence } from "../../ui/form.js";
import { CampaignFields } from "./campaign-fields.js";
import { type PipelineDraft, proposedName, unfinished } from "./draft.js";
import { PayloadFields } from "./payload-fields.js";
import { PopulationFields, PopulationSize } from "./population-fields.js";

interface PipelineFormProps {
  draft: PipelineDraft;
  onChange: (draft: PipelineDraft) => void;
  saving: Omit<Saving, "save">;
  onSave: (name: string) => void;
}

export const PipelineForm = ({ draft, onChange, saving, onSave }: PipelineFormProps) => {
  const proposed = useProposedName(draft);
  const name = draft.name.trim() || proposed;
  return (
    <FormWithPreview
      {...saving}
      missing={unfinished(draft) ?? (name === "" ? "Give the pipeline a name." : undefined)}
      onSave={() => onSave(name)}
      preview={
        <>
          <Sentence>{name || "A pipeline"}</Sentence>
          <PopulationSize include={draft.include} exclude={draft.exclude} />
        </>
      }
    >
      <FormPart title="Audience">
        <PopulationFields draft={draft} onChange={onChange} />
      </FormPart>
      <FormPart title="Columns to deliver">
        <PayloadFields draft={draft} onChange={onChange} />
      </FormPart>
      {draft.outcomes.length > 0 && (
        <FormPart title="Campaigns">
          <CampaignFields draft={draft} onChange={onChange} />
        </FormPart>
      )}
      <FormPart title="Name">
        <TextField
          label="Name"
          value={draft.name}
          placeholder={proposed}
          onChange={(typed) => onChange({ ...draft, name: typed })}
          hint={proposed && draft.name.trim() === "" ? `Default: “${proposed}”.` : undefined}
        />
      </FormPart>
    </FormWithPreview>
  );
};

const useProposedName = ({ outcomes, include }: PipelineDraft): string => {
  const { data: allOutcomes = [] } = useList("outcomes");
  const { data: allCohorts = [] } = useList("cohorts");
  return proposedName(namesOf(allOutcomes, outcomes), namesOf(allCohorts, include));
};

const namesOf = (all: readonly { id: string; name: string }[], chosen: readonly string[]): string[] =>
  chosen.flatMap((id) => all.filter((one) => one.id === id).map(({ name }) => name));
