// The destination of a deployment: its file, lookup address or table.

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
      title="File"
      actions={
        isThere && (
          <ButtonAnchor look="primary" href={pathOf(url)} download>
            Download
          </ButtonAnchor>
        )
      }
    >
      <OutputFacts target={target} />
      <div>
        <p>Link for programs. It stays the same and always returns the newest file:</p>
        <Copy text={url} label="the link to the file" />
        <p className="small soft">
          Anyone with this link can read the file without signing in. Share it with care.
        </p>
      </div>
    </Panel>
  );
};

/** The console and the service share an address, so the path is enough. */
const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

const Address = ({ target }: { target: Target }) => (
  <Panel title="Lookup">
    <OutputFacts target={target} />
    <div>
      <p>Programs send a POST request with an API key to:</p>
      <Copy text={target.options.output_url} label="the address of the lookup" />
    </div>
  </Panel>
);

const Table = ({ target }: { target: Target }) => {
  const { data: connection } = useRecord("connections", target.connection_id);
  return (
    <Panel title="Table">
      <p>
        <code>{target.options.table_name}</code>
        {connection && (
          <>
            {" "}
            in <Link to={pageOf("connections", connection.id)}>{connection.name}</Link>
          </>
        )}
        . Each build replaces the whole table.
      </p>
      <OutputFacts target={target} />
    </Panel>
  );
};

const OutputFacts = ({ target }: { target: Target }) => {
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
