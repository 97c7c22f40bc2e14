// What a row is: how much it tells of who somebody is.

import { useList } from "../../api/resources.js";
import { SelectField } from "../../ui/field.js";
import { ChoiceField } from "./choice-field.js";
import type { PartProps } from "./draft.js";
import { rowInWords } from "./words.js";

export const RowFields = ({ draft, onChange }: PartProps) => {
  const keys = useKeys();
  return (
    <>
      <ChoiceField
        legend="How much it tells of who they are"
        value={draft.mode}
        onChange={(mode) => onChange({ ...draft, mode, structure: undefined })}
        choices={[
          { value: "identified", label: "Names and addresses", means: "In clear: for your own mailings." },
          { value: "hashed", label: "Hashes", means: rowInWords({ mode: "hashed" }) },
          {
            value: "referenced",
            label: "Your own key",
            means:
              keys.length > 0
                ? "Nothing but your key, for a system that knows people by it."
                : "No dataset names a column of keys yet: it is a question of the dataset’s mapping.",
            isDisabled: keys.length === 0 && draft.mode !== "referenced",
          },
          {
            value: "aggregated",
            label: "Areas",
            means:
              "How many people of a postcode or state, and their means. No row tells of fewer than ten people.",
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
      return (
        <SelectField
          label="A row for each"
          value={draft.unit}
          choices={[
            { value: "person", label: "person" },
            { value: "residence", label: "residence: its likeliest member" },
          ]}
          onChange={(unit) => onChange({ ...draft, unit })}
        />
      );
    case "aggregated":
      return (
        <SelectField
          label="A row for each"
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
          label="Key"
          hint="Who has several is told by the earliest; who has none is left out."
          value={keyOf(draft.reference)}
          choices={[{ value: "", label: "Choose a key", isDisabled: true }, ...keys.map(choiceOf)]}
          onChange={(chosen) => {
            const key = keys.find((one) => keyOf(one) === chosen);
            if (key)
              onChange({ ...draft, reference: { dataset_id: key.dataset_id, column_name: key.column_name } });
          }}
        />
      );
    case "hashed":
      return null;
  }
};

interface Key {
  dataset_id: string;
  column_name: string;
  dataset: string;
}

/** All columns of keys that datasets name. */
const useKeys = (): Key[] => {
  const { data: datasets = [] } = useList("datasets");
  return datasets.flatMap(({ id, name, reference_key_columns: columns = [] }) =>
    columns.map((column_name) => ({ dataset_id: id, column_name, dataset: name })),
  );
};

const keyOf = ({ dataset_id, column_name }: Pick<Key, "dataset_id" | "column_name">): string =>
  dataset_id === "" ? "" : `${dataset_id} ${column_name}`;
const choiceOf = (key: Key) => ({ value: keyOf(key), label: `${key.column_name} of ${key.dataset}` });
