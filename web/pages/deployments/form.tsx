// The questions that make a deployment, and beside them what it comes to.

import { useList } from "../../api/resources.js";
import type { Saving } from "../../shell/edit-page.js";
import { CheckField, SelectField, TextField } from "../../ui/field.js";
import { FormPart, FormWithPreview } from "../../ui/form.js";
import { ColumnFields } from "./column-fields.js";
import { isLookup, type PartProps } from "./draft.js";
import { FilterFields } from "./filter-fields.js";
import { LimitFields } from "./limit-fields.js";
import { ReadBack } from "./read-back.js";
import { RowFields } from "./row-fields.js";
import { TypeFields } from "./type-fields.js";
import { unfinished } from "./unfinished.js";
import { typeWords } from "./words.js";

interface DeploymentFormProps extends PartProps {
  saving: Omit<Saving, "save">;
  onSave: (name: string) => void;
}

export const DeploymentForm = ({ draft, onChange, saving, onSave }: DeploymentFormProps) => {
  const { data: pipelines } = useList("scopes");
  const pipeline = pipelines?.find(({ id }) => id === draft.scopeId);
  const proposed = pipeline ? `${pipeline.name}, ${typeWords[draft.type].toLowerCase()}` : "";
  const name = draft.name.trim() || proposed;
  return (
    <FormWithPreview
      {...saving}
      missing={unfinished(draft)}
      onSave={() => onSave(name)}
      preview={<ReadBack draft={draft} name={name} pipeline={pipeline} />}
    >
      <FormPart title="What is handed out, and how">
        <SelectField
          label="Pipeline"
          hint="Whose people and scores they are."
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
      {pipeline && (
        <FormPart title="Which columns it has">
          <HumanReadable draft={draft} onChange={onChange} />
          <ColumnFields draft={draft} onChange={onChange} pipeline={pipeline} />
        </FormPart>
      )}
      <FormPart title="What it is called">
        <TextField
          label="Name"
          value={draft.name}
          placeholder={proposed}
          hint={proposed && draft.name.trim() === "" ? `Left empty, it is called “${proposed}”.` : undefined}
          onChange={(typed) => onChange({ ...draft, name: typed })}
        />
      </FormPart>
    </FormWithPreview>
  );
};

const Choice = ({ draft, onChange }: PartProps) => (
  <>
    <FormPart title="What a row is">
      <RowFields draft={draft} onChange={onChange} />
    </FormPart>
    <FormPart title="Whom it tells of" hint="Everybody of the pipeline, unless you ask for fewer.">
      <FilterFields draft={draft} onChange={onChange} />
      <LimitFields draft={draft} onChange={onChange} />
    </FormPart>
  </>
);

const HumanReadable = ({ draft, onChange }: PartProps) => (
  <CheckField
    label="Columns carry names instead of ids"
    hint="Names are for people. Ids stay the same when something is renamed, which programs like better."
    checked={draft.isHumanReadable}
    onChange={(isHumanReadable) => onChange({ ...draft, isHumanReadable, structure: undefined })}
  />
);
