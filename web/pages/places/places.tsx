// The list of places, with the number of people with a known distance.

import { ListPage } from "../../shell/list-page.js";
import { placeDescription } from "./description.js";

const Places = () => (
  <ListPage
    kind="places"
    columns={[
      { header: "Location", value: placeDescription },
      { header: "People with a known location", value: ({ located_count }) => located_count, isNumber: true },
    ]}
    create={{ to: "/places/new", label: "New place" }}
    empty="No places yet. A place is an area, a point or a set of addresses. Cohorts can select the people who live near it."
  />
);
export default Places;
