// Where a deployment is to be had: the file, the address to ask, or the table.

import { Link } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { useRecord } from "../../api/resources.js";
import { ButtonAnchor, Copy } from "../../ui/button.js";
import { formatBytes, formatCount, formatDay } from "../../ui/format.js";
import { Facts, Panel } from "../../ui/panel.js";
import type { Target } from "./draft.js";

export const Destination = ({ target }: { target: Target }) => {
  switch (target.options.type) {
    case "hosted_csv":
      return <File target={target} />;
    case "lookup_api":
      return <Address target={target} />;
    case "postgres":
      return <Table target={target} />;
  }
};

const File = ({ target }: { target: Target }) => {
  const { output_url: url } = target.options;
  const isThere = target.last_updated_output_at !== undefined;
  return (
    <Panel
      title="The file"
      actions={
        isThere && (
          <ButtonAnchor look="primary" href={pathOf(url)} download>
            Download
          </ButtonAnchor>
        )
      }
    >
      <Numbers target={target} />
      <div>
        <p>Its address, for programs. It stays the same, and always has the newest file:</p>
        <Copy text={url} label="the address of the file" />
        <p className="small soft">
          Whoever has this address can read the file without signing in. Pass it on with care.
        </p>
      </div>
    </Panel>
  );
};

/** Wherever the console is reached, the service is reached too. */
const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

const Address = ({ target }: { target: Target }) => (
  <Panel title="The lookup">
    <Numbers target={target} />
    <div>
      <p>Where a program asks, with an API key and by POST:</p>
      <Copy text={target.options.output_url} label="the address of the lookup" />
    </div>
  </Panel>
);

const Table = ({ target }: { target: Target }) => {
  const { data: connection } = useRecord("connections", target.connection_id);
  return (
    <Panel title="The table">
      <p>
        <code>{target.options.table_name}</code>
        {connection && (
          <>
            {" "}
            in <Link to={pageOf("connections", connection.id)}>{connection.name}</Link>
          </>
        )}
        . It is replaced whole by each build.
      </p>
      <Numbers target={target} />
    </Panel>
  );
};

const Numbers = ({ target }: { target: Target }) => {
  const { row_count: rows, left_out_count: left, file_size: bytes, columns, data_through: through } = target;
  return (
    <Facts
      facts={[
        ["Rows", rows === undefined ? "not built yet" : formatCount(rows)],
        ["People without a row", left === undefined || left === 0 ? undefined : formatCount(left)],
        ["Columns", columns && formatCount(columns.length)],
        ["Size", bytes === undefined ? undefined : formatBytes(bytes)],
        ["As of", through && formatDay(through)],
      ]}
    />
  );
};
