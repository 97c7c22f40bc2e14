// The page of a cohort: its definition, and its number of people now and in the past.

import type { Records } from "../../api/kinds.js";
import { RecordPage } from "../../shell/record-page.js";
import { ButtonLink } from "../../ui/button.js";
import { Sentence } from "../../ui/form.js";
import { formatCount, formatDay } from "../../ui/format.js";
import { Facts, Panel } from "../../ui/panel.js";
import { Membership } from "./membership.js";
import { useResourceNames } from "./names.js";
import { cohortSentence } from "./sentence.js";

const Cohort = ({ id }: { id: string }) => (
  <RecordPage
    kind="cohorts"
    id={id}
    actions={() => <ButtonLink to={`/cohorts/${id}/edit`}>Edit cohort</ButtonLink>}
  >
    {(cohort) => (
      <>
        <Definition cohort={cohort} />
        {cohort.population_count !== undefined && <Membership cohort={cohort} />}
      </>
    )}
  </RecordPage>
);
export default Cohort;

const Definition = ({ cohort }: { cohort: Records["cohorts"] }) => {
  const shown = useResourceNames();
  const { population_count: people, data_through, stream_name } = cohort;
  return (
    <Panel title="Definition">
      <Sentence>{cohortSentence(cohort, shown)}</Sentence>
      <Facts
        facts={[
          ["People", people === undefined ? "not counted yet" : formatCount(people)],
          ["As of", data_through && formatDay(data_through)],
          ["Stream", stream_name && shown.stream(stream_name)],
        ]}
      />
    </Panel>
  );
};
