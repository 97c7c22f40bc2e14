// The page of a pipeline: delivery, audience, scores, their biggest changes, expected and actual results,
// deployments and columns.

import { Link } from "wouter";
import { pageOf, type Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { RecordPage } from "../../shell/record-page.js";
import { ButtonLink } from "../../ui/button.js";
import { formatCount, formatDay } from "../../ui/format.js";
import { Facts, Panel } from "../../ui/panel.js";
import { Columns } from "./columns.js";
import { Contacts } from "./contacts.js";
import { Delivery } from "./delivery.js";
import { Deployments } from "./deployments.js";
import { Holdout } from "./holdout.js";
import { Movers } from "./movers.js";
import { ObservedPerformance } from "./observed-performance.js";
import { Scores } from "./scores.js";

const Pipeline = ({ id }: { id: string }) => (
  <RecordPage
    kind="scopes"
    id={id}
    actions={() => (
      <>
        <ButtonLink to={`/pipelines/${encodeURIComponent(id)}/replays`}>Replays</ButtonLink>
        <ButtonLink to={`/pipelines/${encodeURIComponent(id)}/edit`}>Edit</ButtonLink>
      </>
    )}
  >
    {(pipeline) => (
      <>
        <Delivery pipeline={pipeline} />
        <People pipeline={pipeline} />
        {pipeline.last_updated_output_at !== undefined && <Scores id={id} />}
        {pipeline.last_updated_output_at !== undefined && <Movers pipeline={pipeline} />}
        {pipeline.last_updated_output_at !== undefined && <ObservedPerformance id={id} />}
        {pipeline.last_updated_output_at !== undefined && <Contacts pipeline={pipeline} />}
        {pipeline.last_updated_output_at !== undefined && <Holdout pipeline={pipeline} />}
        <Deployments id={id} />
        <Columns pipeline={pipeline} />
      </>
    )}
  </RecordPage>
);
export default Pipeline;

const People = ({ pipeline }: { pipeline: Records["scopes"] }) => {
  const { population, population_count: people, data_through: through } = pipeline;
  const excluded = population.exclusion_cohort_ids ?? [];
  return (
    <Panel title="Audience">
      <Facts
        facts={[
          ["People", people === undefined ? "not counted yet" : formatCount(people)],
          [
            "Included cohorts",
            population.cohort_ids.length > 0 ? (
              <Cohorts key="in" ids={population.cohort_ids} />
            ) : (
              "none chosen: everyone you know"
            ),
          ],
          ["Excluded cohorts", excluded.length > 0 ? <Cohorts key="out" ids={excluded} /> : undefined],
          ["As of", through && formatDay(through)],
        ]}
      />
    </Panel>
  );
};

const Cohorts = ({ ids }: { ids: readonly string[] }) => {
  const { data: cohorts } = useList("cohorts");
  return ids.map((wanted, index) => (
    <span key={wanted}>
      {index > 0 && ", "}
      <Link to={pageOf("cohorts", wanted)}>
        {cohorts?.find(({ id }) => id === wanted)?.name ?? "a cohort"}
      </Link>
    </span>
  ));
};
