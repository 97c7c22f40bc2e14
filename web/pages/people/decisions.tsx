// Everything that was decided of people: it wins over whatever is found, and can be taken back.

import { Page } from "../../shell/page.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";
import { DecisionList } from "./decisions-of.js";
import { useDecisions } from "./read.js";

const Decisions = () => {
  const { data, error } = useDecisions();
  return (
    <Page
      title="Your decisions"
      up={{ to: "/people", label: "People" }}
      about="Where you said that records are one person, or are not. Your word wins over whatever is found, through all builds to come."
    >
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={4} />}
      {data?.length === 0 && (
        <Empty action={<ButtonLink to="/people">To the people</ButtonLink>}>
          You have decided nothing yet. On the page of a person, records can be parted from the rest, and two
          people taken for one.
        </Empty>
      )}
      {data && data.length > 0 && (
        <Panel title="Newest first">
          <DecisionList decisions={data} />
        </Panel>
      )}
    </Page>
  );
};
export default Decisions;
