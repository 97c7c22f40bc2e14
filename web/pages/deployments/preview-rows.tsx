// The first rows, as they were last built.

import { useMemo } from "react";
import { Link } from "wouter";
import { answer, api } from "../../api/client.js";
import { useOf } from "../../api/resources.js";
import { type Column, List } from "../../ui/list.js";
import { Panel, Waiting } from "../../ui/panel.js";
import { Trouble } from "../../ui/trouble.js";
import { cellText } from "./cell.js";
import type { Target } from "./draft.js";
import { useHeaders } from "./headers.js";
import styles from "./preview-rows.module.css";

type Row = Record<string, string | number | boolean | null>;

export const PreviewRows = ({ target }: { target: Target }) => {
  const { id, columns: names } = target;
  const headerOf = useHeaders(target);
  const { data, error } = useOf("targets", id, "preview", () =>
    answer(api.POST("/targets/{id}/preview", { params: { path: { id } } })),
  );
  const columns = useMemo(
    () => (names ?? []).map((name) => columnOf(name, headerOf(name))),
    [names, headerOf],
  );
  const rows = useMemo(() => (data?.rows ?? []).map((row, place) => ({ row, place })), [data]);
  return (
    <Panel title="The first rows">
      <Trouble problem={error} />
      {!data && !error && <Waiting rows={8} />}
      {data && (
        <>
          <p className="small soft">{data.message}</p>
          <div className={styles.rows}>
            <List
              label="Rows"
              rows={rows}
              rowKey={({ place }) => String(place)}
              columns={columns}
              empty={<p className="soft">There is no row to show.</p>}
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
