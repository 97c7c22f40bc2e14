// The contents of each column of a deployment.

import { answer, api, type Schemas } from "../../api/client.js";
import { usePart } from "../../api/resources.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, formatNumber, formatPercent } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import type { Target } from "./draft.js";
import { useHeaders } from "./headers.js";

type Analysed = Schemas["TargetAnalysis"]["columns"][number];

export const Analysis = ({ target }: { target: Target }) => {
  const { id } = target;
  const headerOf = useHeaders(target);
  const { data, error } = usePart("targets", id, "analysis", () =>
    answer(api.GET("/targets/{id}/analysis", { params: { path: { id } } })),
  );
  const columns: Column<Analysed>[] = [
    {
      header: "Column",
      value: ({ name }) => headerOf(name),
      cell: ({ name }) => <code>{headerOf(name)}</code>,
    },
    {
      header: "Filled",
      value: ({ fill_rate }) => fill_rate,
      cell: ({ fill_rate }) => formatPercent(fill_rate),
      isNumber: true,
    },
    { header: "Contents", value: contents },
  ];
  return (
    <Panel title="Column contents">
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={6} />}
      {data && (
        <List
          label="Columns"
          rows={data.columns}
          rowKey={({ name }) => name}
          columns={columns}
          empty={<p className="soft">No columns.</p>}
        />
      )}
    </Panel>
  );
};

const contents = ({ fill_rate: fillRate, range, values = [] }: Analysed): string => {
  if (range) {
    const [min, mean, max] = [range.min, range.mean, range.max].map((value) => formatNumber(value));
    return `${min} to ${max}, mean ${mean}`;
  }
  if (fillRate === 0) return "empty";
  if (values.length === 0) return "unique values";
  const shown = values.slice(0, 4).map(({ value, count }) => `${value} (${formatCount(count)})`);
  return `${shown.join(", ")}${values.length > shown.length ? ", …" : ""}`;
};
