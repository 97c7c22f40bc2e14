// A file, a lookup or a table, and how each is written.

import { Link } from "wouter";
import { useList } from "../../api/resources.js";
import { CheckField, FieldGroup, SelectField, TextField } from "../../ui/field.js";
import { ChoiceField } from "./choice-field.js";
import type { PartProps } from "./draft.js";
import { delimiterWords } from "./words.js";

export const TypeFields = ({ draft, onChange }: PartProps) => (
  <>
    <ChoiceField
      legend="As"
      value={draft.type}
      onChange={(type) => onChange({ ...draft, type, structure: undefined })}
      choices={[
        {
          value: "hosted_csv",
          label: "A file",
          means: "A CSV at an address that stays the same, for a download or a program.",
        },
        {
          value: "lookup_api",
          label: "A lookup",
          means: "Answers for one person at a time: for a call centre, a website.",
        },
        {
          value: "postgres",
          label: "A table in a database",
          means: "Written into PostgreSQL behind a connection, whole by each build.",
        },
      ]}
    />
    {draft.type === "hosted_csv" && <FileFields draft={draft} onChange={onChange} />}
    {draft.type === "postgres" && <TableFields draft={draft} onChange={onChange} />}
  </>
);

const FileFields = ({ draft, onChange }: PartProps) => {
  const isKnown = draft.delimiter in delimiterWords;
  return (
    <FieldGroup legend="Format">
      <SelectField
        label="Between values"
        value={draft.delimiter}
        choices={[
          ...Object.entries(delimiterWords).map(([value, label]) => ({ value, label })),
          ...(isKnown ? [] : [{ value: draft.delimiter, label: draft.delimiter }]),
        ]}
        onChange={(delimiter) => onChange({ ...draft, delimiter })}
      />
      <CheckField
        label="Compressed (gzip)"
        checked={draft.isCompressed}
        onChange={(isCompressed) => onChange({ ...draft, isCompressed })}
      />
      <CheckField
        label="Every value in quotes"
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
        There is no connection yet. <Link to="/connections/new">Make one first</Link>: it says how to reach
        the database.
      </p>
    );
  return (
    <FieldGroup legend="Where">
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
        hint="Of its own: whatever is in it is replaced."
        value={draft.tableName}
        maxLength={63}
        onChange={(tableName) => onChange({ ...draft, tableName })}
      />
    </FieldGroup>
  );
};
