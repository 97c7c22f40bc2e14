// The type fields of a deployment's form: file, lookup or table, with the options of each.

import type { ReactNode } from "react";
import { Link } from "wouter";
import { descriptorOf, isReadOnly } from "../../../src/words/connections.js";
import { useAccount } from "../../api/account.js";
import { useList } from "../../api/resources.js";
import { ChoiceField } from "../../ui/choice-field.js";
import { CheckField, FieldGroup, SelectField, TextAreaField, TextField } from "../../ui/field.js";
import {
  anyProgram,
  type DeploymentDraft,
  hasPreset,
  isByPerson,
  isFile,
  isParquet,
  isProgram,
  isStored,
  isTable,
  type PartProps,
} from "./draft.js";
import { delimiterLabels, fileFormats, tableFormats } from "./sentences.js";

/** Stands for every type of database until a connection is chosen, whose type it is then. */
const anyDatabase = "postgres";

/** Likewise for buckets and servers with files. */
const anyBucket = "s3";

const shownType = (draft: DeploymentDraft): DeploymentDraft["type"] => {
  if (isTable(draft)) return anyDatabase;
  if (isStored(draft)) return anyBucket;
  return isProgram(draft) ? anyProgram : draft.type;
};

export const TypeFields = ({ draft, onChange }: PartProps) => {
  const { data: account } = useAccount();
  const granted = account?.tables?.write ?? [];
  const isLake = granted.length > 0 || draft.type === "spark_table";
  return (
    <>
      <ChoiceField
        legend="Type"
        value={shownType(draft)}
        onChange={(type) => onChange({ ...draft, type, connectionId: "", structure: undefined })}
        choices={[
          {
            value: "hosted_csv",
            label: "File",
            meaning: "CSV or Parquet, at a permanent link, for download or for a program.",
          },
          {
            value: "lookup_api",
            label: "Lookup API",
            meaning: "Returns one person at a time, for a call centre or a website.",
          },
          {
            value: anyDatabase,
            label: "Database table",
            meaning: "Written to your database; each build replaces the whole table.",
          },
          {
            value: anyBucket,
            label: "File in a bucket or on a server",
            meaning: "Written to your bucket or SFTP server, and at a permanent link as well.",
          },
          {
            value: anyProgram,
            label: "Marketing program",
            meaning:
              "A list in Klaviyo, HubSpot, Brevo or Mailchimp, an audience at Meta or Google, or people for an address of yours. Each build sends what changed.",
          },
          ...(isLake
            ? [
                {
                  value: "spark_table" as const,
                  label: "Lake table",
                  meaning: "Written to the lake as Delta or Iceberg; each build replaces the whole table.",
                },
              ]
            : []),
        ]}
      />
      {isStored(draft) && <StoredFileFields draft={draft} onChange={onChange} />}
      {isFile(draft) && <FileFields draft={draft} onChange={onChange} />}
      {isTable(draft) && <TableFields draft={draft} onChange={onChange} />}
      {isProgram(draft) && <ProgramFields draft={draft} onChange={onChange} />}
      {draft.type === "spark_table" && <LakeFields draft={draft} onChange={onChange} granted={granted} />}
    </>
  );
};

const LakeFields = ({ draft, onChange, granted }: PartProps & { granted: readonly string[] }) => (
  <FieldGroup legend="Destination">
    <TextField
      label="Table"
      hint={`With dots between the parts of its name. You may write ${granted.join(", ") || "no tables"}. Each build replaces the whole table, so use one for this deployment alone.`}
      value={draft.tableName}
      onChange={(tableName) => onChange({ ...draft, tableName })}
    />
    <SelectField
      label="Format"
      value={draft.tableFormat}
      choices={[
        { value: "delta", label: tableFormats.delta },
        { value: "iceberg", label: tableFormats.iceberg },
      ]}
      onChange={(tableFormat) =>
        onChange({ ...draft, tableFormat: tableFormat === "iceberg" ? "iceberg" : "delta" })
      }
    />
  </FieldGroup>
);

const FileFields = ({ draft, onChange }: PartProps) => (
  <>
    <FieldGroup legend="Format">
      {!hasPreset(draft) && (
        <SelectField
          label="File format"
          hint="CSV opens in any program. Parquet is for data warehouses and notebooks: its columns have types, and it is smaller."
          value={draft.format}
          choices={Object.entries(fileFormats).map(([value, label]) => ({ value, label }))}
          onChange={(format) => onChange({ ...draft, format: format === "parquet" ? "parquet" : "csv" })}
        />
      )}
      {!isParquet(draft) && <CsvFields draft={draft} onChange={onChange} />}
    </FieldGroup>
    {isByPerson(draft) && (
      <CheckField
        label="Track changes"
        hint="Programs can fetch only the rows that were added, changed or removed since an earlier file."
        checked={draft.tracksChanges}
        onChange={(tracksChanges) => onChange({ ...draft, tracksChanges })}
      />
    )}
  </>
);

const CsvFields = ({ draft, onChange }: PartProps) => {
  const isKnown = draft.delimiter in delimiterLabels;
  return (
    <>
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
    </>
  );
};

const TableFields = ({ draft, onChange }: PartProps) => (
  <Destination draft={draft} onChange={onChange} what="database">
    <TextField
      label="Table"
      hint="Each build replaces the whole table, so use one for this deployment alone."
      value={draft.tableName}
      maxLength={127}
      onChange={(tableName) => onChange({ ...draft, tableName })}
    />
  </Destination>
);

const ProgramFields = ({ draft, onChange }: PartProps) => (
  <Destination draft={draft} onChange={onChange} what="marketing program">
    <TextField
      label="List"
      hint="The list or audience, made where there is none of this name. Whoever leaves the deployment is taken off it; whoever you added yourself stays."
      value={draft.listName}
      maxLength={100}
      onChange={(listName) => onChange({ ...draft, listName })}
    />
    {draft.type === "endpoint" && (
      <TextAreaField
        label="JSON for each person"
        hint="With names in braces: {email}, {first_name}, {last_name}, {phone}, {list}, {in_list} and the properties. Empty: all of them."
        value={draft.template}
        onChange={(template) => onChange({ ...draft, template })}
        spellCheck={false}
      />
    )}
    <CheckField
      label="Count first, send nothing"
      hint="The page of the deployment says what would be sent, and has a button to send it."
      checked={draft.isDryRun}
      onChange={(isDryRun) => onChange({ ...draft, isDryRun })}
    />
  </Destination>
);

const StoredFileFields = ({ draft, onChange }: PartProps) => (
  <Destination draft={draft} onChange={onChange} what="bucket or server">
    <TextField
      label="File"
      hint="Such as exports/scores.csv. With {date} in it, each day has a file of its own. Use one for this deployment alone."
      value={draft.key}
      onChange={(key) => onChange({ ...draft, key })}
    />
  </Destination>
);

const Destination = ({
  draft,
  onChange,
  what,
  children,
}: PartProps & { what: "database" | "bucket or server" | "marketing program"; children: ReactNode }) => {
  const { data } = useList("connections");
  const holds = (type: DeploymentDraft["type"]) =>
    isProgram({ type }) ? "program" : isTable({ type }) ? "table" : "file";
  const connections = data?.flatMap(({ id, name, options: { type } }) =>
    isReadOnly(type) || holds(type) !== holds(draft.type) ? [] : [{ id, name, type }],
  );
  if (connections?.length === 0)
    return (
      <p>
        There is no connection yet. <Link to="/connections/new">Create a connection</Link> to your {what}{" "}
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
          ...(connections ?? []).map(({ id, name, type }) => ({
            value: id,
            label: type === "s3" ? name : `${name} (${descriptorOf(type).title})`,
          })),
        ]}
        onChange={(connectionId) =>
          onChange({
            ...draft,
            connectionId,
            type: connections?.find(({ id }) => id === connectionId)?.type ?? draft.type,
          })
        }
      />
      {children}
    </FieldGroup>
  );
};
