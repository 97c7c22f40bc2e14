// The page of a cohort: its definition, and its number of people now and in the past.

import { cohortSentence } from "../../../src/words/cohort.js";
import type { Records } from "../../api/kinds.js";
import { RecordPage } from "../../shell/record-page.js";
import { ButtonLink } from "../../ui/button.js";
import { Sentence } from "../../ui/form.js";
import { formatCount, formatDay, reader } from "../../ui/format.js";
import { Facts, Panel } from "../../ui/panel.js";
import { Membership } from "./membership.js";
import { useResourceNames } from "./names.js";

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
  const names = useResourceNames();
  const { population_count: people, data_through, stream_name } = cohort;
  return (
    <Panel title="Definition">
      <Sentence>{cohortSentence(cohort, names, reader)}</Sentence>
      <Facts
        facts={[
          ["People", people === undefined ? "not counted yet" : formatCount(people)],
          ["As of", data_through && formatDay(data_through)],
          ["Stream", stream_name && names.stream(stream_name)],
        ]}
      />
    </Panel>
  );
};
