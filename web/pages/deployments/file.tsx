// The file of a deployment: its download, and the link for programs, which can be made standing and be revoked.

import { useState } from "react";
import { answer, api } from "../../api/client.js";
import { absoluteLink, linkEnd, linkHere } from "../../api/links.js";
import { useChange, useMutationOf } from "../../api/resources.js";
import { Allowed } from "../../shell/allowed.js";
import { Button, ButtonAnchor, Copy } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { CheckField } from "../../ui/field.js";
import { formatAgo, formatMoment } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import type { Target } from "./draft.js";
import { OutputFacts } from "./output-facts.js";

export const File = ({ target }: { target: Target }) => {
  const isThere = target.last_updated_output_at !== undefined;
  return (
    <>
      <Panel
        title="File"
        actions={
          isThere && (
            <Allowed to="read">
              <ButtonAnchor look="primary" href={linkHere(target.options.output_url)} download>
                Download
              </ButtonAnchor>
            </Allowed>
          )
        }
      >
        <OutputFacts target={target} />
      </Panel>
      <Allowed to="read">
        <FileLink target={target} />
      </Allowed>
    </>
  );
};

const FileLink = ({ target }: { target: Target }) => {
  const { output_url: url } = target.options;
  const [isRevoking, setRevoking] = useState(false);
  return (
    <Panel
      title="Link"
      actions={
        <Allowed>
          <Button onClick={() => setRevoking(true)}>Revoke all links</Button>
        </Allowed>
      }
    >
      <p>
        {endSentence(url)} It always returns the newest file. Anyone with this link can read the file without
        signing in, so share it with care.
      </p>
      <Copy key={url} text={absoluteLink(url)} label="the link to the file" />
      <Allowed>
        <Standing target={target} />
      </Allowed>
      {isRevoking && <Revoke target={target} onClose={() => setRevoking(false)} />}
    </Panel>
  );
};

const endSentence = (url: string): string => {
  const end = linkEnd(url);
  if (!end) return "This link is good until you revoke it.";
  const at = end.toISOString();
  return `This link is good until ${formatMoment(at)} (${formatAgo(at)}).`;
};

const Standing = ({ target }: { target: Target }) => {
  const { type, standing_link: isStanding = false } = target.options;
  const [isEnding, setEnding] = useState(false);
  const change = useChange("targets", target.id);
  const set = (standing: boolean) =>
    change.mutate({ options: { type, standing_link: standing } }, { onSuccess: () => setEnding(false) });
  return (
    <>
      <CheckField
        label="Standing link"
        hint="For programs that fetch the file on a schedule: the link stays the same until you revoke it."
        checked={isStanding}
        disabled={change.isPending}
        onChange={(wanted) => (wanted ? set(true) : setEnding(true))}
      />
      {!isEnding && <ErrorNotice problem={change.error} />}
      {isEnding && (
        <Confirm
          title="End the standing link?"
          action="End standing link"
          isDangerous
          isBusy={change.isPending}
          problem={change.error}
          onConfirm={() => set(false)}
          onCancel={() => setEnding(false)}
        >
          <p>All links to this file stop working now. Programs that use one need a new link.</p>
        </Confirm>
      )}
    </>
  );
};

const Revoke = ({ target: { id, name }, onClose }: { target: Target; onClose: () => void }) => {
  const revoke = useMutationOf(() =>
    answer(api.POST("/targets/{id}/revoke_links", { params: { path: { id } } })),
  );
  return (
    <Confirm
      title={`Revoke all links of ${name}?`}
      action="Revoke all links"
      isDangerous
      isBusy={revoke.isPending}
      problem={revoke.error}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>
        All links to this file that you copied or shared stop working now. This page then shows a new one. You
        cannot undo this.
      </p>
    </Confirm>
  );
};
