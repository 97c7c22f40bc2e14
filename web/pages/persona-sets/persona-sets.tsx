// The list of persona sets, with the cohort and the number of personas of each.

import { Link } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { ListPage } from "../../shell/list-page.js";

const PersonaSets = () => (
  <ListPage
    kind="persona_sets"
    columns={[
      {
        header: "Cohort",
        value: ({ cohort_name, cohort_id }) => cohort_name ?? cohort_id,
        cell: ({ cohort_name, cohort_id }) => (
          <Link to={pageOf("cohorts", cohort_id)}>{cohort_name ?? "a cohort"}</Link>
        ),
      },
      { header: "Personas", value: ({ personas }) => personas?.length, isNumber: true },
      { header: "People", value: ({ population_count }) => population_count, isNumber: true },
    ]}
    create={{ to: "/persona-sets/new", label: "New persona set" }}
    empty="No persona sets yet. A persona set divides a cohort into groups of similar people and shows how the groups differ."
  />
);
export default PersonaSets;
