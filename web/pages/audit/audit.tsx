// The audit log: who did what, when, and from which address. It is read page by page, newest first, and can
// be downloaded as CSV.

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { actionLabels } from "../../../src/words/audit.js";
import { useApiKeys, useSession } from "../../api/account.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { useDebounced } from "../../api/use-debounced.js";
import { Page } from "../../shell/page.js";
import { Button, ButtonAnchor } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { SelectField, TextField } from "../../ui/field.js";
import { formatCount, formatMoment } from "../../ui/format.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";
import styles from "./audit.module.css";
import { type AuditFilters, noFilters, queryOf } from "./filters.js";

type Entry = Schemas["AuditEntry"];

const Audit = () => {
  const [filters, setFilters] = useState(noFilters);
  const query = queryOf(useDebounced(filters));
  return (
    <Page
      title="Audit log"
      up={{ to: "/settings", label: "Settings" }}
      about="Who changed something, signed in, or read data about people."
      actions={
        <ButtonAnchor href={`/v1/accounts/current/audit.csv?${new URLSearchParams(query)}`} download>
          Download CSV
        </ButtonAnchor>
      }
    >
      <Filters filters={filters} onChange={setFilters} />
      <Entries query={query} />
    </Page>
  );
};
export default Audit;

const actions = Object.entries(actionLabels)
  .map(([value, label]) => ({ value: value as keyof typeof actionLabels, label }))
  .sort((a, b) => a.label.localeCompare(b.label));

const Filters = ({
  filters,
  onChange,
}: {
  filters: AuditFilters;
  onChange: (filters: AuditFilters) => void;
}) => {
  const known = useId();
  const { data: keys = [] } = useApiKeys();
  const { data: session } = useSession();
  const names = new Set([session?.account?.email, ...keys.map(({ name }) => name)].filter(Boolean));
  const set = (changed: Partial<AuditFilters>) => onChange({ ...filters, ...changed });
  return (
    <search className={styles.filters}>
      <TextField
        label="Key or person"
        hint="Part of a key's name, or of an e-mail address."
        value={filters.actor}
        list={known}
        onChange={(actor) => set({ actor })}
      />
      <datalist id={known}>
        {[...names].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <SelectField
        label="Action"
        value={filters.action}
        choices={[{ value: "", label: "Any" }, ...actions]}
        onChange={(action) => set({ action })}
      />
      <TextField label="From" type="date" value={filters.from} onChange={(from) => set({ from })} />
      <TextField label="To" type="date" value={filters.to} onChange={(to) => set({ to })} />
    </search>
  );
};

const Entries = ({ query }: { query: ReturnType<typeof queryOf> }) => {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["audit", query],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answer(
        api.GET("/accounts/current/audit", { params: { query: { ...query, ...(cursor && { cursor }) } } }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Panel title="Entries">
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={8} />}
      {data && entries.length === 0 && <Empty>No entries match. Change or clear a filter.</Empty>}
      {entries.length > 0 && (
        <ol className={styles.entries}>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div>
          <Button isBusy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show older entries
          </Button>
        </div>
      )}
      <p role="status" className="small soft">
        {data &&
          !hasNextPage &&
          entries.length > 0 &&
          `All ${formatCount(entries.length)} entries are shown.`}
      </p>
    </Panel>
  );
};

const Row = ({ entry: { last_at, sentence, actor } }: { entry: Entry }) => (
  <li className={styles.entry}>
    <time dateTime={last_at} className="soft">
      {formatMoment(last_at)}
    </time>
    <span>{sentence}</span>
    <span className="small soft">{actor.address && `from ${actor.address}`}</span>
  </li>
);
