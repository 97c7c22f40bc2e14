// The page of a connection: its server, its tables and its settings. The password is never shown.

import type { Records } from "../../api/kinds.js";
import { useChange } from "../../api/resources.js";
import { RecordPage } from "../../shell/record-page.js";
import { List } from "../../ui/list.js";
import { Empty, Facts, Panel } from "../../ui/panel.js";
import { ConnectionForm, draftOf } from "./connection-form.js";

type Connection = Records["connections"];

const ConnectionPage = ({ id }: { id: string }) => (
  <RecordPage kind="connections" id={id}>
    {(connection) => (
      <>
        <Server connection={connection} />
        <Tables connection={connection} />
        <Change key={connection.last_updated_config_at} connection={connection} />
      </>
    )}
  </RecordPage>
);
export default ConnectionPage;

const encryption: Record<Connection["options"]["sslmode"], string> = {
  prefer: "if the server supports it",
  require: "always",
  "verify-full": "always, with certificate check",
  disable: "never",
};

const Server = ({ connection: { options } }: { connection: Connection }) => (
  <Panel title="Server">
    <Facts
      facts={[
        ["Host", `${options.host}:${options.port}`],
        ["Database", options.database],
        ["Schema", options.schema],
        ["User", options.user],
        ["Password", "stored encrypted, not shown"],
        ["Encryption", encryption[options.sslmode]],
      ]}
    />
  </Panel>
);

const Tables = ({ connection: { contents } }: { connection: Connection }) => (
  <Panel title="Tables">
    <List
      label="All tables"
      rows={contents ?? []}
      rowKey={({ name }) => name}
      columns={[{ header: "Table or view", value: ({ name }) => name }]}
      empty={
        <Empty>
          {contents
            ? "The user cannot read any table in this schema."
            : "Not connected yet. Use “Rebuild” to try again."}
        </Empty>
      }
    />
  </Panel>
);

const Change = ({ connection }: { connection: Connection }) => {
  const change = useChange("connections", connection.id);
  return (
    <Panel title="Settings">
      <ConnectionForm
        initial={draftOf(connection)}
        hasPassword
        action="Save changes"
        sending={change}
        onSave={(body) => change.mutate(body)}
      />
    </Panel>
  );
};
