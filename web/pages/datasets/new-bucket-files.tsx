// Files of a bucket or a server as a new dataset, for accounts with a connection to one. The service reads the newest of
// them, and the columns are mapped.

import { useState } from "react";
import { useLocation } from "wouter";
import { type BucketType, bucketNames } from "../../../src/words/connections.js";
import { answer, api } from "../../api/client.js";
import type { Records } from "../../api/kinds.js";
import { useList, useMutationOf } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { SelectField, TextField } from "../../ui/field.js";
import { Panel } from "../../ui/panel.js";
import styles from "./dataset.module.css";

export const NewBucketFiles = () => {
  const { data: connections } = useList("connections");
  const buckets = (connections ?? []).filter(({ options }) => options.type in bucketNames);
  const [chosen, setChosen] = useState<string>();
  const [prefix, setPrefix] = useState("");
  const [format, setFormat] = useState<Format>("files");
  const [name, setName] = useState<string>();
  const [, navigate] = useLocation();
  const preview = usePreviewOfFiles();
  const connection = buckets.find(({ id }) => id === chosen) ?? buckets[0];
  if (!connection) return null;
  const shown =
    name ??
    (prefix
      .split("*")[0]!
      .split("/")
      .findLast((part) => part !== "") ||
      connection.name);
  return (
    <Panel title="Or files of a bucket or server">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          preview.mutate(
            { name: shown, connection, prefix: prefix.trim(), format },
            { onSuccess: ({ id }) => navigate(`/datasets/${id}/mapping`, { replace: true }) },
          );
        }}
      >
        <SelectField
          label="Connection"
          value={connection.id}
          choices={buckets.map(({ id, name: label }) => ({ value: id, label }))}
          onChange={setChosen}
        />
        <TextField
          label="Directory, file or pattern"
          hint="Such as orders, or orders/*.csv. Empty: all files of the connection. New files are read within an hour."
          value={prefix}
          onChange={setPrefix}
        />
        <SelectField
          label="What is there"
          hint="Of a table, the newest version is read, and new versions within an hour."
          value={format}
          choices={formats}
          onChange={(value) => setFormat(formats.find((each) => each.value === value)?.value ?? "files")}
        />
        <TextField label="Dataset name" value={shown} onChange={setName} required />
        <div>
          <Button type="submit" disabled={shown.trim() === "" || preview.isPending}>
            {preview.isPending ? "Reading" : "Read columns"}
          </Button>
        </div>
      </form>
      <ErrorNotice problem={preview.error} />
    </Panel>
  );
};

type Format = "files" | "delta" | "iceberg";
const formats: { value: Format; label: string }[] = [
  { value: "files", label: "Files" },
  { value: "delta", label: "A Delta table, in its directory" },
  { value: "iceberg", label: "An Iceberg table, in its directory" },
];

interface NewDataset {
  name: string;
  connection: Records["connections"];
  prefix: string;
  format: Format;
}

/** Creates a dataset without a mapping: the service reads the newest files and suggests one. */
const usePreviewOfFiles = () =>
  useMutationOf(({ name, connection, prefix, format }: NewDataset) =>
    answer(
      api.POST("/datasets", {
        body: {
          name,
          connection_id: connection.id,
          identity_sets: {},
          preview: true,
          options: {
            type: connection.options.type as BucketType,
            ...(prefix !== "" && { prefix }),
            ...(format !== "files" && { table_format: format }),
          },
        },
      }),
    ),
  );
