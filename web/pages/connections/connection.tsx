// The page of a connection: its server, its tables or files, and its settings. The secret is never shown.

import { descriptorOf } from "../../../src/words/connections.js";
import type { Records } from "../../api/kinds.js";
import { useChange } from "../../api/resources.js";
import { Allowed } from "../../shell/allowed.js";
import { RecordPage } from "../../shell/record-page.js";
import { List } from "../../ui/list.js";
import { Empty, Facts, Panel } from "../../ui/panel.js";
import { ConnectionForm } from "./connection-form.js";
import { draftOf } from "./draft.js";
import { enteredFields, shownValue } from "./types.js";

type Connection = Records["connections"];

const ConnectionPage = ({ id }: { id: string }) => (
  <RecordPage kind="connections" id={id}>
    {(connection) => (
      <>
        <Server connection={connection} />
        <Contents connection={connection} />
        <Allowed to="administer">
          <Change key={connection.last_updated_config_at} connection={connection} />
        </Allowed>
      </>
    )}
  </RecordPage>
);
export default ConnectionPage;

const Server = ({ connection }: { connection: Connection }) => {
  const { type, values } = draftOf(connection);
  const { title, secret } = descriptorOf(type);
  return (
    <Panel title="Server">
      <Facts
        facts={[
          ["Type", title],
          ...enteredFields(type).map(
            ([name, field]) => [field.title, shownValue(field, values[name])] as const,
          ),
          [secret.title, "stored encrypted, not shown"],
        ]}
      />
    </Panel>
  );
};

const words = {
  tables: {
    title: "Tables",
    label: "All tables",
    header: "Table or view",
    none: "The user cannot read any table there.",
  },
  files: {
    title: "Contents",
    label: "Directories and files",
    header: "Directory or file",
    none: "There is nothing in this directory.",
  },
  contacts: {
    title: "Lists",
    label: "All lists",
    header: "List",
    none: "There is no list yet. A deployment makes the one that it sends people to.",
  },
};

const Contents = ({ connection: { options, contents } }: { connection: Connection }) => {
  const { title, label, header, none } = words[descriptorOf(options.type).holds];
  return (
    <Panel title={title}>
      <List
        label={label}
        rows={contents ?? []}
        rowKey={({ name }) => name}
        columns={[{ header, value: ({ name }) => name }]}
        empty={<Empty>{contents ? none : "Not connected yet. Use “Rebuild” to try again."}</Empty>}
      />
    </Panel>
  );
};

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
