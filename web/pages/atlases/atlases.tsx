// The list of atlases, with the number of their locations and of people with a known distance.

import { ListPage } from "../../shell/list-page.js";

const Atlases = () => (
  <ListPage
    kind="atlases"
    columns={[
      { header: "Locations", value: ({ counts }) => counts?.locatable, isNumber: true },
      { header: "People with a known location", value: ({ located_count }) => located_count, isNumber: true },
    ]}
    empty="No atlases yet. An atlas is a list of locations, such as your stores, from an uploaded file. Cohorts can select the people who live near one. Create it with the API or the command line."
  />
);
export default Atlases;
