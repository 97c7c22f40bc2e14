// The row fields of a deployment's form: how rows identify people.

import { useList } from "../../api/resources.js";
import { ChoiceField } from "../../ui/choice-field.js";
import { SelectField } from "../../ui/field.js";
import { type PartProps, presetOf, presetsOf } from "./draft.js";
import { presetLabels, rowSentence } from "./sentences.js";

export const RowFields = ({ draft, onChange }: PartProps) => {
  const keys = useKeys();
  return (
    <>
      <ChoiceField
        legend="Identify people by"
        value={draft.mode}
        onChange={(mode) => onChange({ ...draft, mode, structure: undefined })}
        choices={[
          { value: "identified", label: "Names and addresses", meaning: "In clear, for your own mailings." },
          { value: "hashed", label: "Hashes", meaning: rowSentence({ mode: "hashed" }) },
          {
            value: "referenced",
            label: "Customer ID",
            meaning:
              keys.length > 0
                ? "Only your customer ID, for a system that knows it."
                : "No dataset has a customer ID yet. Choose one in the mapping of a dataset.",
            isDisabled: keys.length === 0 && draft.mode !== "referenced",
          },
          {
            value: "aggregated",
            label: "Areas",
            meaning:
              "The number of people and their mean scores by postcode or state. Areas with fewer than ten people are left out.",
          },
        ]}
      />
      <Details draft={draft} onChange={onChange} keys={keys} />
    </>
  );
};

const Details = ({ draft, onChange, keys }: PartProps & { keys: readonly Key[] }) => {
  switch (draft.mode) {
    case "identified":
      return <IdentifiedFields draft={draft} onChange={onChange} />;
    case "aggregated":
      return (
        <SelectField
          label="One row for each"
          value={draft.area}
          choices={[
            { value: "postcode", label: "postcode" },
            { value: "state", label: "state" },
          ]}
          onChange={(area) => onChange({ ...draft, area })}
        />
      );
    case "referenced":
      return (
        <SelectField
          label="Customer ID"
          hint="A person with several IDs gets the earliest; a person without one is left out."
          value={keyOf(draft.reference)}
          choices={[{ value: "", label: "Choose a column", isDisabled: true }, ...keys.map(choiceOf)]}
          onChange={(chosen) => {
            const key = keys.find((one) => keyOf(one) === chosen);
            if (key)
              onChange({ ...draft, reference: { dataset_id: key.dataset_id, column_name: key.column_name } });
          }}
        />
      );
    case "hashed":
      return (
        <PresetField
          draft={draft}
          onChange={onChange}
          label="Upload form"
          hint="The columns and spellings that an ad platform requires. Only our own form has percentiles and other results."
        />
      );
  }
};

const IdentifiedFields = ({ draft, onChange }: PartProps) => (
  <>
    <SelectField
      label="One row for each"
      value={draft.unit}
      choices={[
        { value: "person", label: "person" },
        { value: "residence", label: "household: its most likely member" },
        { value: "record", label: "record: which person it belongs to" },
      ]}
      onChange={(unit) => onChange({ ...draft, unit })}
    />
    {draft.unit === "person" && draft.type !== "lookup_api" && (
      <PresetField
        draft={draft}
        onChange={onChange}
        label="Form"
        hint="A list has the people with a probability, likeliest first, in the columns of the program that reads it."
      />
    )}
  </>
);

const PresetField = ({ draft, onChange, label, hint }: PartProps & { label: string; hint: string }) => (
  <SelectField
    label={label}
    hint={hint}
    value={presetOf(draft)}
    choices={presetsOf(draft).map((value) => ({ value, label: presetLabels[value] }))}
    onChange={(preset) => onChange({ ...draft, preset, structure: undefined })}
  />
);

interface Key {
  dataset_id: string;
  column_name: string;
  dataset: string;
}

/** All customer ID columns of datasets. */
const useKeys = (): Key[] => {
  const { data: datasets = [] } = useList("datasets");
  return datasets.flatMap(({ id, name, reference_key_columns: columns = [] }) =>
    columns.map((column_name) => ({ dataset_id: id, column_name, dataset: name })),
  );
};

const keyOf = ({ dataset_id, column_name }: Pick<Key, "dataset_id" | "column_name">): string =>
  dataset_id === "" ? "" : `${dataset_id} ${column_name}`;
const choiceOf = (key: Key) => ({ value: keyOf(key), label: `${key.column_name} of ${key.dataset}` });
