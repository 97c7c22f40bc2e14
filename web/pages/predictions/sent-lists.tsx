// The marketing programs that a prediction's list is sent to, with what each was sent last.

import { Link } from "wouter";
import { pageOf, type Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { Allowed } from "../../shell/allowed.js";
import { ButtonLink } from "../../ui/button.js";
import { type Column, List } from "../../ui/list.js";
import { Empty, Panel } from "../../ui/panel.js";
import { StatusBadge } from "../../ui/status.js";
import { isProgram } from "../deployments/draft.js";
import { deliverySentence, typeLabels } from "../deployments/sentences.js";

type Target = Records["targets"];

const sent = ({ delivery, options }: Target): string =>
  delivery ? deliverySentence(delivery, options) : "Nothing has been sent yet.";

const columns: Column<Target>[] = [
  {
    header: "List",
    value: ({ options }) => options.list_name,
    cell: ({ id, options }) => <Link to={pageOf("targets", id)}>{options.list_name}</Link>,
  },
  { header: "Program", value: ({ options }) => typeLabels[options.type] },
  { header: "Sent last", value: sent },
  { header: "Status", value: ({ status }) => status, cell: (target) => <StatusBadge of={target} /> },
];

export const SentLists = ({ pipeline: { id } }: { pipeline: Records["scopes"] }) => {
  const { data } = useList("targets");
  const rows = data?.filter((target) => target.scope_id === id && isProgram(target.options)) ?? [];
  const link = (
    <Allowed>
      <ButtonLink to={`/deployments/new?scope=${encodeURIComponent(id)}&send=1`}>
        Send to a program
      </ButtonLink>
    </Allowed>
  );
  return (
    <Panel title="Sent to" actions={link}>
      <List
        label="Programs that the list is sent to"
        rows={rows}
        rowKey={(target) => target.id}
        columns={columns}
        empty={
          <Empty>
            Send this list to Klaviyo, HubSpot, Brevo, Mailchimp, Meta, Google Ads or an address of yours. It
            is counted before anything is sent, kept up to date, and taken back with one press.
          </Empty>
        }
      />
    </Panel>
  );
};
