// The destination of a deployment: its file, also in a bucket or on a server, list of a program, lookup address or table.

import { Link } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { absoluteLink } from "../../api/links.js";
import { useRecord } from "../../api/resources.js";
import { Copy } from "../../ui/button.js";
import { Panel } from "../../ui/panel.js";
import type { Target } from "./draft.js";
import { File } from "./file.js";
import { OutputFacts } from "./output-facts.js";
import { ProgramList } from "./program-list.js";
import { tableFormats } from "./sentences.js";

export const Destination = ({ target }: { target: Target }) => {
  switch (target.options.type) {
    case "hosted_csv":
      return <File target={target} />;
    case "lookup_api":
      return <Address target={target} />;
    case "postgres":
    case "mysql":
    case "redshift":
    case "snowflake":
    case "bigquery":
    case "clickhouse":
      return <Table target={target} />;
    case "s3":
    case "azure_blobs":
    case "sftp":
      return (
        <>
          <StoredFile target={target} />
          <File target={target} />
        </>
      );
    case "klaviyo":
    case "hubspot":
    case "brevo":
    case "mailchimp":
    case "meta":
    case "google":
    case "endpoint":
      return <ProgramList target={target} />;
    case "spark_table":
      return <LakeTable target={target} />;
  }
};

const Address = ({ target }: { target: Target }) => (
  <Panel title="Lookup">
    <OutputFacts target={target} />
    <div>
      <p>Programs send a POST request with an API key to:</p>
      <Copy text={absoluteLink(target.options.output_url)} label="the address of the lookup" />
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

const StoredFile = ({ target }: { target: Target }) => {
  const { data: connection } = useRecord("connections", target.connection_id);
  return (
    <Panel title="Destination">
      <p>
        <code>{target.options.key}</code>
        {connection && (
          <>
            {" "}
            in <Link to={pageOf("connections", connection.id)}>{connection.name}</Link>
          </>
        )}
        . A build writes it when the file has changed.
      </p>
    </Panel>
  );
};

const LakeTable = ({ target }: { target: Target }) => (
  <Panel title="Table">
    <p>
      <code>{target.options.table_name}</code> in the lake, as{" "}
      {tableFormats[target.options.table_format ?? "delta"]}. Each build replaces the whole table.
    </p>
    <OutputFacts target={target} />
  </Panel>
);
