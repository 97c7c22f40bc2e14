// List of all merges and splits.

import { Page } from "../../shell/page.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";
import { DecisionList } from "./decision-list.js";
import { useDecisions } from "./queries.js";

const Decisions = () => {
  const { data, error } = useDecisions();
  return (
    <Page
      title="Decisions"
      up={{ to: "/people", label: "People" }}
      about="Your merges and splits. They override automatic matching in all later builds."
    >
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={4} />}
      {data?.length === 0 && (
        <Empty action={<ButtonLink to="/people">Find people</ButtonLink>}>
          No decisions yet. On the page of a person, you can split records off or merge two people.
        </Empty>
      )}
      {data && data.length > 0 && (
        <Panel title="Merges and splits">
          <DecisionList decisions={data} />
        </Panel>
      )}
    </Page>
  );
};
export default Decisions;
