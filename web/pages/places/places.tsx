// All places, with what each is and how many people it can be told how far they are.

import { ListPage } from "../../shell/list-page.js";
import { placeDescription } from "./description.js";

const Places = () => (
  <ListPage
    kind="places"
    columns={[
      { header: "What it is", value: placeDescription },
      { header: "People located", value: ({ located_count }) => located_count, isNumber: true },
    ]}
    create={{ to: "/places/new", label: "New place" }}
    empty="There are no places yet. A place is an area, a point or some addresses; a cohort can ask who lives near it."
  />
);
export default Places;
