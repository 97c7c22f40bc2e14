// A table of the lake as a new dataset, for accounts that may read some. The service reads its first rows,
// and the columns are mapped.

import { useState } from "react";
import { useLocation } from "wouter";
import { useAccount } from "../../api/account.js";
import { answer, api } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { TextField } from "../../ui/field.js";
import { Panel } from "../../ui/panel.js";
import styles from "./dataset.module.css";

export const NewTable = () => {
  const { data: account } = useAccount();
  const granted = account?.tables?.read ?? [];
  const [table, setTable] = useState("");
  const [name, setName] = useState<string>();
  const [, navigate] = useLocation();
  const preview = usePreviewOfTable();
  if (granted.length === 0) return null;
  const shown = name ?? table.split(".").at(-1) ?? "";
  return (
    <Panel title="Or a table of the lake">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          preview.mutate(
            { name: shown, table: table.trim() },
            { onSuccess: ({ id }) => navigate(`/datasets/${id}/mapping`, { replace: true }) },
          );
        }}
      >
        <TextField
          label="Table"
          hint={`With dots between the parts of its name. You may read ${granted.join(", ")}${granted.some((prefix) => prefix.split(".").length < 3) ? " and everything below" : ""}.`}
          value={table}
          onChange={setTable}
          required
        />
        <TextField label="Dataset name" value={shown} onChange={setName} required />
        <div>
          <Button type="submit" disabled={table.trim() === "" || shown.trim() === "" || preview.isPending}>
            {preview.isPending ? "Reading" : "Read columns"}
          </Button>
        </div>
      </form>
      <ErrorNotice problem={preview.error} />
    </Panel>
  );
};

/** Creates a dataset without a mapping: the service reads the first rows of the table and suggests one. */
const usePreviewOfTable = () =>
  useMutationOf(({ name, table }: { name: string; table: string }) =>
    answer(
      api.POST("/datasets", {
        body: {
          name,
          identity_sets: {},
          options: { type: "spark_table", table_name: table },
          preview: true,
        },
      }),
    ),
  );
