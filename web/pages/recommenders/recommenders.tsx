// All recommenders, with what each recommends.

import { ListPage } from "../../shell/list-page.js";

const Recommenders = () => (
  <ListPage
    kind="recommenders"
    columns={[
      { header: "Recommends", value: ({ stream_property_name }) => stream_property_name },
      { header: "From the stream", value: ({ stream_name }) => stream_name, isFilter: true },
    ]}
    create={{ to: "/recommenders/new", label: "New recommender" }}
    empty="There are no recommenders yet. One says for each person what they are likely to take next: a product, a category."
  />
);
export default Recommenders;
