// The list of recommenders, with the items that each recommends.

import { ListPage } from "../../shell/list-page.js";

const Recommenders = () => (
  <ListPage
    kind="recommenders"
    columns={[
      { header: "Items", value: ({ stream_property_name }) => stream_property_name },
      { header: "Stream", value: ({ stream_name }) => stream_name, isFilter: true },
    ]}
    create={{ to: "/recommenders/new", label: "New recommender" }}
    empty="No recommenders yet. A recommender ranks the items, such as products or categories, that each person is likely to choose next."
  />
);
export default Recommenders;
