// The form of a deployment, with its summary beside it.

import { useList } from "../../api/resources.js";
import type { Saving } from "../../shell/edit-page.js";
import { CheckField, SelectField, TextField } from "../../ui/field.js";
import { FormPart, FormWithPreview } from "../../ui/form.js";
import { ColumnFields } from "./column-fields.js";
import { hasPreset, isLookup, isProgram, type PartProps } from "./draft.js";
import { FilterFields } from "./filter-fields.js";
import { LimitFields } from "./limit-fields.js";
import { missingStep } from "./missing.js";
import { RowFields } from "./row-fields.js";
import { typeLabels } from "./sentences.js";
import { Summary } from "./summary.js";
import { TypeFields } from "./type-fields.js";

interface DeploymentFormProps extends PartProps {
  saving: Omit<Saving, "save">;
  onSave: (name: string) => void;
}

export const DeploymentForm = ({ draft, onChange, saving, onSave }: DeploymentFormProps) => {
  const { data: pipelines } = useList("scopes");
  const pipeline = pipelines?.find(({ id }) => id === draft.scopeId);
  const proposed = pipeline ? `${pipeline.name}, ${typeLabels[draft.type]}` : "";
  const name = draft.name.trim() || proposed;
  return (
    <FormWithPreview
      {...saving}
      missing={missingStep(draft)}
      onSave={() => onSave(name)}
      preview={<Summary draft={draft} name={name} pipeline={pipeline} />}
    >
      <FormPart title="Pipeline and type">
        <SelectField
          label="Pipeline"
          hint="The pipeline whose results are delivered."
          value={draft.scopeId}
          choices={[
            { value: "", label: "Choose a pipeline", isDisabled: true },
            ...(pipelines ?? []).map(({ id, name: label }) => ({ value: id, label })),
          ]}
          onChange={(scopeId) =>
            onChange({ ...draft, scopeId, conditions: [], limit: { method: "none" }, structure: undefined })
          }
        />
        <TypeFields draft={draft} onChange={onChange} />
      </FormPart>
      {!isLookup(draft) && <Choice draft={draft} onChange={onChange} />}
      {pipeline && !hasPreset(draft) && (
        <FormPart title="Columns">
          <HumanReadable draft={draft} onChange={onChange} />
          <ColumnFields draft={draft} onChange={onChange} pipeline={pipeline} />
        </FormPart>
      )}
      <FormPart title="Name">
        <TextField
          label="Name"
          value={draft.name}
          placeholder={proposed}
          hint={proposed && draft.name.trim() === "" ? `Default: “${proposed}”.` : undefined}
          onChange={(typed) => onChange({ ...draft, name: typed })}
        />
      </FormPart>
    </FormWithPreview>
  );
};

const Choice = ({ draft, onChange }: PartProps) => (
  <>
    {!isProgram(draft) && (
      <FormPart title="Rows">
        <RowFields draft={draft} onChange={onChange} />
      </FormPart>
    )}
    <FormPart title="People" hint="All people of the pipeline, unless you filter or limit them.">
      <FilterFields draft={draft} onChange={onChange} />
      <LimitFields draft={draft} onChange={onChange} />
    </FormPart>
  </>
);

const HumanReadable = ({ draft, onChange }: PartProps) => (
  <CheckField
    label="Readable column names"
    hint="Names change when you rename something; ids stay the same, which is better for programs."
    checked={draft.isHumanReadable}
    onChange={(isHumanReadable) => onChange({ ...draft, isHumanReadable, structure: undefined })}
  />
);
