// The list of triggers, each with its condition.

import { ListPage } from "../../shell/list-page.js";
import { formatCount } from "../../ui/format.js";
import { useTriggerSentence } from "./sentences.js";

const Triggers = () => {
  const sentenceOf = useTriggerSentence();
  return (
    <ListPage
      kind="triggers"
      columns={[
        { header: "Condition", value: sentenceOf },
        {
          header: "Customers watched",
          value: ({ watched_count }) => watched_count,
          cell: ({ watched_count }) => watched_count !== undefined && formatCount(watched_count),
          isNumber: true,
        },
      ]}
      create={{ to: "/triggers/new", label: "New trigger" }}
      empty="No triggers yet. A trigger sends a message to your systems when a customer crosses a chance, enters or leaves a cohort, or is among the day's largest changes."
    />
  );
};
export default Triggers;
