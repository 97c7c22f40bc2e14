// The page of a persona set: its personas, their sizes over time, their distributions and how distinct they are.

import { useMemo } from "react";
import { Link } from "wouter";
import { pageOf, type Records } from "../../api/kinds.js";
import { ShareBars } from "../../charts/share-bars.js";
import { RecordPage } from "../../shell/record-page.js";
import { formatCount, formatDay } from "../../ui/format.js";
import { Empty, Facts, Panel } from "../../ui/panel.js";
import { Dimensions } from "./dimensions.js";
import { Flow } from "./flow.js";
import { Portraits } from "./portraits.js";
import { Silhouette } from "./silhouette.js";

type PersonaSet = Records["persona_sets"];

const PersonaSetPage = ({ id }: { id: string }) => (
  <RecordPage kind="persona_sets" id={id}>
    {(set) => (
      <>
        <Summary set={set} />
        {set.personas && set.personas.length > 0 && <Personas set={set} personas={set.personas} />}
      </>
    )}
  </RecordPage>
);
export default PersonaSetPage;

const Summary = ({ set }: { set: PersonaSet }) => (
  <Panel title="Summary">
    <Facts
      facts={[
        [
          "Cohort",
          <Link key="cohort" to={pageOf("cohorts", set.cohort_id)}>
            {set.cohort_name ?? "a cohort"}
          </Link>,
        ],
        ["People", set.population_count !== undefined && formatCount(set.population_count)],
        ["Personas", set.personas && formatCount(set.personas.length)],
        ["As of", set.data_through && formatDay(set.data_through)],
      ]}
    />
    {!set.personas && <Empty>No personas yet. They appear once the cohort is built.</Empty>}
  </Panel>
);

const Personas = ({ set, personas }: { set: PersonaSet; personas: NonNullable<PersonaSet["personas"]> }) => (
  <>
    <Panel title="Personas">
      <Portraits set={set} personas={personas} />
    </Panel>
    <Panel title="Sizes">
      <Sizes personas={personas} />
    </Panel>
    <Panel title="Size over time">
      <Flow id={set.id} personas={personas} />
    </Panel>
    <Panel title="Distribution by persona">
      <Dimensions id={set.id} personas={personas} />
    </Panel>
    <Silhouette set={set} />
  </>
);

const Sizes = ({ personas }: { personas: NonNullable<PersonaSet["personas"]> }) => {
  const parts = useMemo(() => {
    const all = personas.reduce((sum, { individuals_count }) => sum + individuals_count, 0);
    return personas.map(({ name, individuals_count: count }) => ({
      label: name,
      count,
      share: all === 0 ? 0 : count / all,
    }));
  }, [personas]);
  return <ShareBars title="People by persona" parts={parts} labelled="Persona" fileName="personas" />;
};
