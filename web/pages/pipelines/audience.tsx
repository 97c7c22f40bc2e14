// The audience of a pipeline: the people whom it scores, and the cohorts that they come from.

import type { ReactNode } from "react";
import { Link } from "wouter";
import { pageOf, type Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { formatCount, formatDay } from "../../ui/format.js";
import { Facts, Panel } from "../../ui/panel.js";

export const Audience = ({ pipeline, actions }: { pipeline: Records["scopes"]; actions?: ReactNode }) => {
  const { population, population_count: people, data_through: through } = pipeline;
  const excluded = population.exclusion_cohort_ids ?? [];
  const excludedHomes = population.exclusion_address_level_cohort_ids ?? [];
  return (
    <Panel title="Audience" actions={actions}>
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
          [
            "Excluded with everyone at the address",
            excludedHomes.length > 0 ? <Cohorts key="home" ids={excludedHomes} /> : undefined,
          ],
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
