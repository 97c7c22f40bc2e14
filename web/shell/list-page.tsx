// List pages: a title, a link that creates an entry, and a table. `ListPage` lists all resources of a type;
// `ListFrame` lists anything else.

import type { ReactNode } from "react";
import { Link } from "wouter";
import { resourceLabels } from "../../src/words/labels.js";
import type { Permission } from "../../src/words/roles.js";
import { useMay } from "../api/account.js";
import { type Kind, pageOf, purposes, type Records } from "../api/kinds.js";
import { useAllResources, useList } from "../api/resources.js";
import { Ago } from "../ui/ago.js";
import { ButtonLink } from "../ui/button.js";
import { ErrorNotice } from "../ui/error-notice.js";
import { type Column, List } from "../ui/list.js";
import { Empty, Skeleton } from "../ui/panel.js";
import { StatusBadge, statusText } from "../ui/status.js";
import { Page } from "./page.js";

interface Listed {
  /** The link that creates one; absent where datasets create them. `needs`: default `edit`. */
  create?: { to: string; label: string; needs?: Permission };
  /** Why the list may be empty, and what to do. */
  empty: ReactNode;
}

interface ListFrameProps<R> extends Listed {
  title: string;
  about: ReactNode;
  /** Undefined until they are read. */
  rows: readonly R[] | undefined;
  error: Error | null;
  columns: readonly Column<R>[];
}

export const ListFrame = <R extends { id: string }>({
  title,
  about,
  create,
  empty,
  rows,
  error,
  columns,
}: ListFrameProps<R>) => {
  const may = useMay();
  const link = create && may(create.needs ?? "edit") && (
    <ButtonLink to={create.to} look="primary">
      {create.label}
    </ButtonLink>
  );
  return (
    <Page title={title} about={about} actions={link}>
      <ErrorNotice problem={error} />
      {rows ? (
        <List
          label={title}
          rows={rows}
          rowKey={({ id }) => id}
          columns={columns}
          empty={<Empty action={link}>{empty}</Empty>}
        />
      ) : (
        !error && <Skeleton rows={6} />
      )}
    </Page>
  );
};

interface ListPageProps<K extends Kind> extends Listed {
  kind: K;
  /** Besides the name, the status and the time of the last build. */
  columns?: readonly Column<Records[K]>[];
  /** Rows to show; absent: all. */
  only?: (record: Records[K]) => boolean;
  /** Other types whose names the columns have: without them the columns would change their width. */
  names?: readonly Kind[];
}

export const ListPage = <K extends Kind>({
  kind,
  columns = [],
  only,
  names = [],
  ...listed
}: ListPageProps<K>) => {
  const { data: all, error } = useList(kind);
  const named = useAllResources(names);
  const data = named.records || named.error ? all : undefined;
  return (
    <ListFrame<Records[K]>
      {...listed}
      title={resourceLabels[kind].title}
      about={purposes[kind]}
      rows={only ? data?.filter(only) : data}
      error={error}
      columns={allColumns(kind, columns)}
    />
  );
};

/** The columns of a type, between those that all types have. */
export const allColumns = <K extends Kind>(
  kind: K,
  columns: readonly Column<Records[K]>[],
): Column<Records[K]>[] =>
  [name(kind), ...columns, status, ...(kind === "traits" ? [] : [built])] as Column<Records[K]>[];

type AnyRecord = Records[Kind];

const name = (kind: Kind): Column<AnyRecord> => ({
  header: "Name",
  value: (record) => record.name,
  cell: (record) => <Link to={pageOf(kind, record.id)}>{record.name}</Link>,
});

const status: Column<AnyRecord> = {
  header: "Status",
  value: ({ status: at, archived_at }) => statusText({ status: at, archived_at }),
  cell: (record) => <StatusBadge of={record} />,
  isFilter: true,
};

/** Traits are built with their dataset, so they have no such column. */
const built: Column<AnyRecord> = {
  header: "Last built",
  value: (record) => record.last_updated_output_at,
  cell: ({ last_updated_output_at: at }) => <Ago at={at} />,
};
