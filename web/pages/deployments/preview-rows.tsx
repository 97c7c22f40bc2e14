// The first rows of the last build.

import { useMemo } from "react";
import { Link } from "wouter";
import { answer, api } from "../../api/client.js";
import { usePart } from "../../api/resources.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { type Column, List } from "../../ui/list.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { cellText } from "./cell.js";
import type { Target } from "./draft.js";
import { useHeaders } from "./headers.js";
import styles from "./preview-rows.module.css";

type Row = Record<string, string | number | boolean | null>;

export const PreviewRows = ({ target }: { target: Target }) => {
  const { id, columns: names } = target;
  const headerOf = useHeaders(target);
  const { data, error } = usePart("targets", id, "preview", () =>
    answer(api.POST("/targets/{id}/preview", { params: { path: { id } } })),
  );
  const columns = useMemo(
    () => (names ?? []).map((name) => columnOf(name, headerOf(name))),
    [names, headerOf],
  );
  const rows = useMemo(() => (data?.rows ?? []).map((row, place) => ({ row, place })), [data]);
  return (
    <Panel title="First rows">
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={8} />}
      {data && (
        <>
          <p className="small soft">{data.message}</p>
          <div className={styles.rows}>
            <List
              label="Rows"
              rows={rows}
              rowKey={({ place }) => String(place)}
              columns={columns}
              empty={<p className="soft">No rows.</p>}
            />
          </div>
        </>
      )}
    </Panel>
  );
};

const columnOf = (name: string, header: string): Column<{ row: Row; place: number }> => ({
  header,
  value: ({ row }) => row[name],
  cell: ({ row }) =>
    name === "person_id" ? (
      <Link to={`/people/${row[name]}`}>{row[name]}</Link>
    ) : (
      <span title={cellText(name, row[name])}>{cellText(name, row[name])}</span>
    ),
});
