// The list of cohorts.

import { cohortSentence } from "../../../src/words/cohort.js";
import type { Records } from "../../api/kinds.js";
import { ListPage } from "../../shell/list-page.js";
import { reader } from "../../ui/format.js";
import type { Column } from "../../ui/list.js";
import { useResourceNames } from "./names.js";

const Cohorts = () => {
  const names = useResourceNames();
  const columns: Column<Records["cohorts"]>[] = [
    {
      header: "Definition",
      value: (cohort) => cohortSentence(cohort, names, reader),
    },
    {
      header: "People",
      value: ({ population_count }) => population_count,
      isNumber: true,
    },
    {
      header: "Stream",
      value: ({ stream_name }) => stream_name && names.stream(stream_name),
      isFilter: true,
    },
  ];
  return (
    <ListPage
      kind="cohorts"
      names={["streams", "traits", "places", "atlases"]}
      columns={columns}
      create={{ to: "/cohorts/new", label: "New cohort" }}
      empty="No cohorts yet. A cohort is a group of people, such as customers, one-time purchasers or members who left. Predictions and pipelines are built on cohorts."
    />
  );
};
export default Cohorts;
