// The list page of all resources of a type, with a link that creates one.

import type { ReactNode } from "react";
import { Link } from "wouter";
import { resourceLabels } from "../../src/words/labels.js";
import { type Kind, pageOf, purposes, type Records } from "../api/kinds.js";
import { useList } from "../api/resources.js";
import { Ago } from "../ui/ago.js";
import { ButtonLink } from "../ui/button.js";
import { ErrorNotice } from "../ui/error-notice.js";
import { type Column, List } from "../ui/list.js";
import { Empty, Skeleton } from "../ui/panel.js";
import { StatusBadge } from "../ui/status.js";
import { Page } from "./page.js";

interface ListPageProps<K extends Kind> {
  kind: K;
  /** Besides the name, the status and the time of the last build. */
  columns?: readonly Column<Records[K]>[];
  /** The link that creates one; absent where datasets create them. */
  create?: { to: string; label: string };
  /** Why the list may be empty, and what to do. */
  empty: ReactNode;
  /** Rows to show; absent: all. */
  only?: (record: Records[K]) => boolean;
}

export const ListPage = <K extends Kind>({ kind, columns = [], create, empty, only }: ListPageProps<K>) => {
  const { data, error } = useList(kind);
  const link = create && (
    <ButtonLink to={create.to} look="primary">
      {create.label}
    </ButtonLink>
  );
  return (
    <Page title={resourceLabels[kind].title} about={purposes[kind]} actions={link}>
      <ErrorNotice problem={error} />
      {data ? (
        <List
          label={resourceLabels[kind].title}
          rows={only ? data.filter(only) : data}
          rowKey={({ id }) => id}
          columns={
            [name(kind), ...columns, status, ...(kind === "traits" ? [] : [built])] as Column<Records[K]>[]
          }
          empty={<Empty action={link}>{empty}</Empty>}
        />
      ) : (
        !error && <Skeleton rows={6} />
      )}
    </Page>
  );
};

type AnyRecord = Records[Kind];

const name = (kind: Kind): Column<AnyRecord> => ({
  header: "Name",
  value: (record) => record.name,
  cell: (record) => <Link to={pageOf(kind, record.id)}>{record.name}</Link>,
});

const status: Column<AnyRecord> = {
  header: "Status",
  value: (record) => (record.archived_at ? "archived" : record.status),
  cell: (record) => <StatusBadge of={record} />,
  isFilter: true,
};

/** Traits are built with their dataset, so they have no such column. */
const built: Column<AnyRecord> = {
  header: "Last built",
  value: (record) => record.last_updated_output_at,
  cell: ({ last_updated_output_at: at }) => <Ago at={at} />,
};
