// All persona sets, with whom each divides and into how many.

import { Link } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { ListPage } from "../../shell/list-page.js";

const PersonaSets = () => (
  <ListPage
    kind="persona_sets"
    columns={[
      {
        header: "Of the cohort",
        value: ({ cohort_name, cohort_id }) => cohort_name ?? cohort_id,
        cell: ({ cohort_name, cohort_id }) => (
          <Link to={pageOf("cohorts", cohort_id)}>{cohort_name ?? "its cohort"}</Link>
        ),
      },
      { header: "Personas", value: ({ personas }) => personas?.length, isNumber: true },
      { header: "People", value: ({ population_count }) => population_count, isNumber: true },
    ]}
    create={{ to: "/persona-sets/new", label: "New persona set" }}
    empty="There are no persona sets yet. One divides a cohort into kinds of people who are alike, and says what sets each apart."
  />
);
export default PersonaSets;
