// The note on a resource, and the dialog that asks a member to look at its page.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../api/account.js";
import { answer, api, type Schemas } from "../api/client.js";
import { useMutationOf } from "../api/resources.js";
import { Button, Copy } from "../ui/button.js";
import { ChoiceField } from "../ui/choice-field.js";
import { Dialog } from "../ui/dialog.js";
import { ErrorNotice } from "../ui/error-notice.js";
import { TextAreaField } from "../ui/field.js";
import { Form } from "../ui/form.js";
import { formatMoment } from "../ui/format.js";

type Note = Schemas["Note"];

const at = (id: string) => ({ params: { path: { id } } });

export const RecordNote = ({ note }: { note: Note }) => (
  <p>
    <strong>Note:</strong> <span style={{ whiteSpace: "pre-line" }}>{note.text}</span>{" "}
    <span className="soft">
      {note.by}, {formatMoment(note.at)}
    </span>
  </p>
);

interface OfRecord {
  id: string;
  name: string;
  onClose: () => void;
}

export const NoteDialog = ({ id, name, note, onClose }: OfRecord & { note: Note | undefined }) => {
  const [text, setText] = useState(note?.text ?? "");
  const write = useMutationOf((wanted: string) =>
    wanted.trim() === ""
      ? answer(api.DELETE("/resources/{id}/note", at(id)))
      : answer(api.PUT("/resources/{id}/note", { ...at(id), body: { text: wanted } })),
  );
  return (
    <Dialog title={`Note on ${name}`} onClose={onClose}>
      <Form action="Save note" sending={write} onSubmit={() => write.mutate(text, { onSuccess: onClose })}>
        <TextAreaField
          label="Note"
          hint="Everyone in this account sees it. It changes no result."
          value={text}
          onChange={setText}
          maxLength={2000}
        />
      </Form>
    </Dialog>
  );
};

export const LookDialog = ({ id, name, onClose }: OfRecord) => {
  const own = useSession().data?.user?.id;
  const { data: members, error } = useQuery({
    queryKey: ["members"],
    queryFn: () => answer(api.GET("/members")),
  });
  const others = members?.filter(({ user_id }) => user_id !== own) ?? [];
  const [chosen, setChosen] = useState<string>();
  const [message, setMessage] = useState("");
  const ask = useMutationOf((user_id: string) =>
    answer(
      api.POST("/resources/{id}/ask_for_look", {
        ...at(id),
        body: { user_id, ...(message.trim() !== "" && { message }) },
      }),
    ),
  );
  const user = chosen ?? others[0]?.user_id;
  return (
    <Dialog title={`Ask for a look at ${name}`} onClose={onClose}>
      <ErrorNotice problem={error} />
      {members && others.length === 0 && (
        <p>Nobody else is in this account. Invite somebody under Settings, Team.</p>
      )}
      {ask.data && <LookLink look={ask.data} onClose={onClose} />}
      {!ask.data && user !== undefined && (
        <Form action="Ask" sending={ask} onSubmit={() => ask.mutate(user)}>
          <ChoiceField
            legend="Who"
            value={user}
            onChange={setChosen}
            choices={others.map(({ user_id, email }) => ({ value: user_id, label: email }))}
          />
          <TextAreaField label="Message" value={message} onChange={setMessage} maxLength={2000} />
        </Form>
      )}
    </Dialog>
  );
};

const LookLink = ({ look, onClose }: { look: Schemas["Look"]; onClose: () => void }) => (
  <>
    {look.is_mailed ? (
      <p>{look.email} has an e-mail with the link.</p>
    ) : (
      <p>
        No e-mail was sent. Pass this link on to {look.email}:{" "}
        <Copy text={new URL(look.url, location.origin).href} label="link" />
      </p>
    )}
    <Button look="primary" onClick={onClose}>
      Done
    </Button>
  </>
);
