// The type fields of a deployment's form: file, lookup or table, with the options of each.

import { Link } from "wouter";
import { useList } from "../../api/resources.js";
import { ChoiceField } from "../../ui/choice-field.js";
import { CheckField, FieldGroup, SelectField, TextField } from "../../ui/field.js";
import type { PartProps } from "./draft.js";
import { delimiterLabels } from "./sentences.js";

export const TypeFields = ({ draft, onChange }: PartProps) => (
  <>
    <ChoiceField
      legend="Type"
      value={draft.type}
      onChange={(type) => onChange({ ...draft, type, structure: undefined })}
      choices={[
        {
          value: "hosted_csv",
          label: "CSV file",
          meaning: "At a permanent link, for download or for a program.",
        },
        {
          value: "lookup_api",
          label: "Lookup API",
          meaning: "Returns one person at a time, for a call centre or a website.",
        },
        {
          value: "postgres",
          label: "PostgreSQL table",
          meaning: "Written to your database; each build replaces the whole table.",
        },
      ]}
    />
    {draft.type === "hosted_csv" && <FileFields draft={draft} onChange={onChange} />}
    {draft.type === "postgres" && <TableFields draft={draft} onChange={onChange} />}
  </>
);

const FileFields = ({ draft, onChange }: PartProps) => {
  const isKnown = draft.delimiter in delimiterLabels;
  return (
    <FieldGroup legend="Format">
      <SelectField
        label="Delimiter"
        value={draft.delimiter}
        choices={[
          ...Object.entries(delimiterLabels).map(([value, label]) => ({ value, label })),
          ...(isKnown ? [] : [{ value: draft.delimiter, label: draft.delimiter }]),
        ]}
        onChange={(delimiter) => onChange({ ...draft, delimiter })}
      />
      <CheckField
        label="Compress (gzip)"
        checked={draft.isCompressed}
        onChange={(isCompressed) => onChange({ ...draft, isCompressed })}
      />
      <CheckField
        label="Quote all values"
        checked={draft.quotesAll}
        onChange={(quotesAll) => onChange({ ...draft, quotesAll })}
      />
    </FieldGroup>
  );
};

const TableFields = ({ draft, onChange }: PartProps) => {
  const { data: connections } = useList("connections");
  if (connections?.length === 0)
    return (
      <p>
        There is no connection yet. <Link to="/connections/new">Create a connection</Link> to your database
        first.
      </p>
    );
  return (
    <FieldGroup legend="Destination">
      <SelectField
        label="Connection"
        value={draft.connectionId}
        choices={[
          { value: "", label: "Choose a connection", isDisabled: true },
          ...(connections ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(connectionId) => onChange({ ...draft, connectionId })}
      />
      <TextField
        label="Table"
        hint="Each build replaces the whole table, so use one for this deployment alone."
        value={draft.tableName}
        maxLength={63}
        onChange={(tableName) => onChange({ ...draft, tableName })}
      />
    </FieldGroup>
  );
};
