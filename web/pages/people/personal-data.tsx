// Requests of a person about their own data: all of it as a file, and their deletion.

import { useState } from "react";
import { Link } from "wouter";
import { answer, api, type Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { Allowed } from "../../shell/allowed.js";
import { Button, ButtonAnchor } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { Panel } from "../../ui/panel.js";

export const PersonalData = ({ id, name }: { id: string; name: string }) => {
  const [isConfirming, setConfirming] = useState(false);
  const [deletion, setDeletion] = useState<Schemas["PersonDeletion"]>();
  return (
    <Panel title="Requests about their data">
      <p>
        For a customer who asks what you know about them, or wants to be deleted. Both are in the audit log.
      </p>
      <p>
        <Allowed to="read">
          <ButtonAnchor href={`/v1/people/${id}/archive.jsonl`} download>
            Download all data
          </ButtonAnchor>
        </Allowed>{" "}
        <Allowed>
          {!deletion && (
            <Button look="danger" onClick={() => setConfirming(true)}>
              Delete this person
            </Button>
          )}
        </Allowed>
      </p>
      <p role="status">
        {deletion && (
          <>
            The next builds leave {name} out of everything.{" "}
            <Link href={`/data/${deletion.dataset_id}`}>Open the receipt</Link>
          </>
        )}
      </p>
      {isConfirming && (
        <Deletion id={id} name={name} onClose={() => setConfirming(false)} onDone={setDeletion} />
      )}
    </Panel>
  );
};

interface DeletionProps {
  id: string;
  name: string;
  onClose: () => void;
  onDone: (deletion: Schemas["PersonDeletion"]) => void;
}

const Deletion = ({ id, name, onClose, onDone }: DeletionProps) => {
  const remove = useMutationOf(() => answer(api.POST("/people/{id}/deletion", { params: { path: { id } } })));
  return (
    <Confirm
      title={`Delete ${name}?`}
      action="Delete person"
      isDangerous
      isBusy={remove.isPending}
      problem={remove.error}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: (deletion) => {
            onDone(deletion);
            onClose();
          },
        })
      }
    >
      <p>
        Their contacts go on your list “Deletion requests”. The next builds read every dataset without their
        rows and make all results again. Your uploads stay as they are: the receipt names those that still
        hold them.
      </p>
    </Confirm>
  );
};
