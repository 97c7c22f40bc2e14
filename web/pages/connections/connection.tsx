// The page of a connection: its server, its tables and its settings. The secret is never shown.

import type { Records } from "../../api/kinds.js";
import { useChange } from "../../api/resources.js";
import { RecordPage } from "../../shell/record-page.js";
import { List } from "../../ui/list.js";
import { Empty, Facts, Panel } from "../../ui/panel.js";
import { ConnectionForm } from "./connection-form.js";
import { draftOf } from "./draft.js";
import { connectionTypes, fieldsOf, shownValue } from "./types.js";

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

const Server = ({ connection }: { connection: Connection }) => {
  const { type, values } = draftOf(connection);
  const { label, secret } = connectionTypes[type];
  return (
    <Panel title="Server">
      <Facts
        facts={[
          ["Type", label],
          ...fieldsOf(type).map((field) => [field.label, shownValue(field, values[field.name])] as const),
          [secret.label, "stored encrypted, not shown"],
        ]}
      />
    </Panel>
  );
};

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
            ? "The user cannot read any table there."
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
        isKnown
        action="Save changes"
        sending={change}
        onSave={(body) => change.mutate(body)}
      />
    </Panel>
  );
};
