// Assistants that members have connected, with the end of their access.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { roleWords } from "../../../src/words/roles.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatAgo, formatDay } from "../../ui/format.js";
import { List } from "../../ui/list.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";

type Assistant = Schemas["Assistant"];

export const Assistants = () => {
  const { data, error } = useQuery({
    queryKey: ["assistants"],
    queryFn: () => answer(api.GET("/assistants")),
  });
  const [ended, setEnded] = useState<Assistant>();
  return (
    <Panel title="Assistants">
      <p>Each works in the name of the member who connected it, and never does more than they may.</p>
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton />}
      {data && <Connected assistants={data} onEnd={setEnded} />}
      {ended && <End assistant={ended} onClose={() => setEnded(undefined)} />}
    </Panel>
  );
};

const Connected = ({
  assistants,
  onEnd,
}: {
  assistants: readonly Assistant[];
  onEnd: (assistant: Assistant) => void;
}) => (
  <List
    label="Assistants"
    rows={assistants}
    rowKey={({ id }) => id}
    columns={[
      { header: "Name", value: ({ name }) => name },
      { header: "Connected by", value: ({ email }) => email, isFilter: true },
      { header: "Role", value: ({ role }) => roleWords[role].label, isFilter: true },
      { header: "Through", value: ({ resource }) => resource },
      {
        header: "Connected",
        value: ({ created_at }) => created_at,
        cell: ({ created_at }) => formatDay(created_at),
      },
      {
        header: "Last used",
        value: ({ last_used_at }) => last_used_at,
        cell: ({ last_used_at: at }) => (at ? formatAgo(at) : <span className="soft">never</span>),
      },
      {
        header: "Change",
        value: () => undefined,
        cell: (assistant) => (
          <Button look="quiet" onClick={() => onEnd(assistant)}>
            End access<span className="visually-hidden"> of {assistant.name}</span>
          </Button>
        ),
      },
    ]}
    empty={<Empty>No assistant is connected. Add this service to one, and it asks you here.</Empty>}
  />
);

const End = ({ assistant: { id, name, email }, onClose }: { assistant: Assistant; onClose: () => void }) => {
  const end = useMutationOf(() => answer(api.DELETE("/assistants/{id}", { params: { path: { id } } })));
  return (
    <Confirm
      title={`End the access of “${name}”?`}
      action="End access"
      isDangerous
      isBusy={end.isPending}
      problem={end.error}
      onConfirm={() => end.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>
        It can no longer read the account in the name of {email}. To connect it again, add it in the
        assistant.
      </p>
    </Confirm>
  );
};
