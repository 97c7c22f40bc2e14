// Records that are no person's, and why. They are looked for when asked for: it takes a moment.

import { useState } from "react";
import type { Schemas } from "../../api/client.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Skeleton } from "../../ui/panel.js";
import { useUnidentified } from "./queries.js";

type Reason = Schemas["UnidentifiedCount"];
type Nobody = Schemas["UnidentifiedRecord"];

const reasonColumns: Column<Reason>[] = [
  { header: "Why", value: ({ explanation }) => explanation },
  {
    header: "Records",
    value: ({ record_count }) => record_count,
    cell: ({ record_count }) => formatCount(record_count),
    isNumber: true,
  },
  {
    header: "Rows",
    value: ({ row_count }) => row_count,
    cell: ({ row_count }) => formatCount(row_count),
    isNumber: true,
  },
];

const recordColumns: Column<Nobody>[] = [
  { header: "Record", value: ({ fields }) => Object.values(fields).join(", ") },
  { header: "Why", value: ({ explanation }) => explanation },
  {
    header: "Rows",
    value: ({ row_count }) => row_count,
    cell: ({ row_count }) => formatCount(row_count),
    isNumber: true,
  },
];

export const Unidentified = () => {
  const [isShown, setShown] = useState(false);
  return isShown ? <Found /> : <Button onClick={() => setShown(true)}>Show records without a person</Button>;
};

const Found = () => {
  const { data, error } = useUnidentified();
  if (!data) return error ? <ErrorNotice problem={error} /> : <Skeleton rows={6} />;
  const { records, reasons, total } = data;
  return (
    <>
      <List
        label="Why records have no person"
        rows={reasons}
        rowKey={({ reason }) => reason}
        columns={reasonColumns}
        empty={<p className="soft">Every record has a person.</p>}
      />
      {records.length > 0 && (
        <List
          label={
            records.length < total ? "Records without a person, by their rows" : "Records without a person"
          }
          rows={records}
          rowKey={({ record_id }) => record_id}
          columns={recordColumns}
          empty={null}
        />
      )}
    </>
  );
};
