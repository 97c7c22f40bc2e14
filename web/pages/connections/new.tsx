// The page that creates a connection.

import { EditPage } from "../../shell/edit-page.js";
import { Panel } from "../../ui/panel.js";
import { ConnectionForm } from "./connection-form.js";
import { emptyDraft } from "./draft.js";

const NewConnection = () => (
  <EditPage
    kind="connections"
    about="Connect a database, a bucket, an SFTP server or a marketing program. The service connects at once and lists what is there."
  >
    {({ action, sending, save }) => (
      <Panel title="Connection">
        <ConnectionForm
          initial={emptyDraft}
          isKnown={false}
          action={action}
          sending={sending}
          onSave={save}
        />
      </Panel>
    )}
  </EditPage>
);
export default NewConnection;
