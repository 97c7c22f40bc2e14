// One connection: what it leads to, which tables it sees, and how it is reached. Secrets stay in the service.

import type { Records } from "../../api/kinds.js";
import { useChange } from "../../api/resources.js";
import { RecordPage } from "../../shell/record-page.js";
import { List } from "../../ui/list.js";
import { Empty, Facts, Panel } from "../../ui/panel.js";
import { ConnectionForm } from "./connection-form.js";
import { draftOf } from "./draft.js";

type Connection = Records["connections"];

const ConnectionPage = ({ id }: { id: string }) => (
  <RecordPage kind="connections" id={id}>
    {(connection) => (
      <>
        <Reached connection={connection} />
        <Tables connection={connection} />
        <Change key={connection.last_updated_config_at} connection={connection} />
      </>
    )}
  </RecordPage>
);
export default ConnectionPage;

const encryption: Record<Connection["options"]["sslmode"], string> = {
  prefer: "where the server can",
  require: "always",
  "verify-full": "always, and the certificate is checked",
  disable: "never",
};

const Reached = ({ connection: { options } }: { connection: Connection }) => (
  <Panel title="What it leads to">
    <Facts
      facts={[
        ["Server", `${options.host}:${options.port}`],
        ["Database", options.database],
        ["Schema", options.schema],
        ["User", options.user],
        ["Password", "kept encrypted, not shown"],
        ["Encrypted", encryption[options.sslmode]],
      ]}
    />
  </Panel>
);

const Tables = ({ connection: { contents } }: { connection: Connection }) => (
  <Panel title="Tables that it sees">
    <List
      label="Tables"
      rows={contents ?? []}
      rowKey={({ name }) => name}
      columns={[{ header: "Table or view", value: ({ name }) => name }]}
      empty={
        <Empty>
          {contents
            ? "The user may read no table in this schema."
            : "It has not been reached yet. “Build again” tries it."}
        </Empty>
      }
    />
  </Panel>
);

const Change = ({ connection }: { connection: Connection }) => {
  const change = useChange("connections", connection.id);
  return (
    <Panel title="Change how it is reached">
      <ConnectionForm
        initial={draftOf(connection)}
        hasPassword
        action="Save the connection"
        sending={change}
        onSave={(body) => change.mutate(body)}
      />
    </Panel>
  );
};
