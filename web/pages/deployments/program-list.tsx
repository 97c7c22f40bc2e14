// The list of a program that a deployment sends people to: what the newest build sent or would send, and the
// buttons that send it and take it back.

import { useState } from "react";
import { Link } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { useChange, useRecord } from "../../api/resources.js";
import { Allowed } from "../../shell/allowed.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount } from "../../ui/format.js";
import { Facts, Panel } from "../../ui/panel.js";
import type { Target } from "./draft.js";
import { Freshness } from "./freshness.js";
import { deliverySentence, isAudience, refusalPhrase, typeLabels } from "./sentences.js";

export const ProgramList = ({ target }: { target: Target }) => {
  const { options, delivery } = target;
  const { data: connection } = useRecord("connections", target.connection_id);
  return (
    <Panel
      title={typeLabels[options.type]}
      actions={
        <Allowed>
          <Actions target={target} />
        </Allowed>
      }
    >
      <p>
        “{options.list_name}”
        {connection && (
          <>
            {" "}
            in <Link to={pageOf("connections", connection.id)}>{connection.name}</Link>
          </>
        )}
        . {delivery ? deliverySentence(delivery, options) : "Nothing has been sent yet."}
      </p>
      {delivery && (
        <>
          <Facts
            facts={[
              ["On the list, unchanged", formatCount(delivery.unchanged)],
              ["Refused by the program", shown(delivery.refused, refusalPhrase(delivery.refusals))],
              ["Contacted lately, left out", shown(target.contacted_count ?? 0)],
              ["Without a valid e-mail address", shown(delivery.without_email)],
              ["With the address of a likelier person", shown(delivery.shared_email)],
              ["Properties", delivery.properties.join(", ") || undefined],
            ]}
          />
          <Freshness target={target} />
        </>
      )}
    </Panel>
  );
};

const shown = (count: number, why = ""): string | undefined =>
  count === 0 ? undefined : `${formatCount(count)}${why && ` (${why})`}`;

const Actions = ({ target: { id, options, delivery } }: { target: Target }) => {
  const change = useChange("targets", id);
  const [isAsking, setAsking] = useState(false);
  const send = (changed: { dry_run?: boolean; withdrawn?: boolean }) => {
    change.mutate({ options: changed }, { onSuccess: () => setAsking(false) });
  };
  const isOut = options.withdrawn === true;
  if (options.dry_run || isOut)
    return (
      <>
        <ErrorNotice problem={change.error} />
        <Button
          look="primary"
          isBusy={change.isPending}
          onClick={() => send({ dry_run: false, withdrawn: false })}
        >
          {isOut ? "Send again" : "Send now"}
        </Button>
      </>
    );
  return (
    <>
      <Button onClick={() => setAsking(true)} disabled={!delivery}>
        Take it back
      </Button>
      {isAsking && (
        <Confirm
          title="Take everyone off the list?"
          action="Take it back"
          isBusy={change.isPending}
          problem={change.error}
          onConfirm={() => send({ withdrawn: true })}
          onCancel={() => setAsking(false)}
        >
          <p>
            The people of this deployment leave “{options.list_name}”
            {isAudience(options.type)
              ? ". Whoever you added yourself stays."
              : ", and their predictions are emptied. Contacts and whoever you added yourself stay."}{" "}
            You can send everything again later.
          </p>
        </Confirm>
      )}
    </>
  );
};
