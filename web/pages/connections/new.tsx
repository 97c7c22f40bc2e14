// A new connection.

import { useLocation } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { useCreate } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { Panel } from "../../ui/panel.js";
import { ConnectionForm } from "./connection-form.js";
import { emptyDraft } from "./draft.js";

const NewConnection = () => {
  const create = useCreate("connections");
  const [, navigate] = useLocation();
  return (
    <Page
      title="New connection"
      up={{ to: "/connections", label: "Connections" }}
      about="To a PostgreSQL database. It is tried at once, and tells which tables it sees."
    >
      <Panel title="How it is reached">
        <ConnectionForm
          initial={emptyDraft}
          hasPassword={false}
          action="Create the connection"
          sending={create}
          onSave={(body) =>
            create.mutate(body, { onSuccess: ({ id }) => navigate(pageOf("connections", id)) })
          }
        />
      </Panel>
    </Page>
  );
};
export default NewConnection;
