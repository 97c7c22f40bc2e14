// The triggers that watch a prediction: whom they report, and how many the last build reported.

import { Link } from "wouter";
import { pageOf, type Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { Allowed } from "../../shell/allowed.js";
import { ButtonLink } from "../../ui/button.js";
import { formatCount } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Empty, Panel } from "../../ui/panel.js";
import { StatusBadge } from "../../ui/status.js";
import { useTriggerSentence } from "../triggers/sentences.js";

type Trigger = Records["triggers"];

interface TriggersOfProps {
  outcome: Pick<Records["outcomes"], "id">;
  pipeline: Pick<Records["scopes"], "id">;
}

export const TriggersOf = ({ outcome, pipeline }: TriggersOfProps) => {
  const { data } = useList("triggers");
  const sentenceOf = useTriggerSentence();
  const rows = data?.filter(
    ({ when: { crosses, movers } }) => (crosses ?? movers)?.outcome_id === outcome.id,
  );
  const query = new URLSearchParams({ scope: pipeline.id, outcome: outcome.id });
  const columns: Column<Trigger>[] = [
    {
      header: "Trigger",
      value: ({ name }) => name,
      cell: (trigger) => <Link to={pageOf("triggers", trigger.id)}>{trigger.name}</Link>,
    },
    { header: "Reports", value: sentenceOf },
    { header: "Last build", value: lastBuild },
    { header: "Status", value: ({ status }) => status, cell: (trigger) => <StatusBadge of={trigger} /> },
  ];
  return (
    <Panel
      title="Triggers"
      actions={
        <Allowed>
          <ButtonLink to={`/triggers/new?${query}`}>New trigger</ButtonLink>
        </Allowed>
      }
    >
      <List
        label="Triggers of this prediction"
        rows={rows ?? []}
        rowKey={({ id }) => id}
        columns={columns}
        empty={
          <Empty>
            Send a message to your systems when a customer's chance crosses a bound, or is among the day's
            largest changes. Each is sent once, with the reason.
          </Empty>
        }
      />
    </Panel>
  );
};

const lastBuild = ({ last_evaluation: last }: Trigger): string => {
  if (!last) return "";
  if (last.is_first) return "Remembered customers";
  const count = last.reported + last.more;
  return count === 0 ? "Reported nobody" : `Reported ${formatCount(count)}`;
};
