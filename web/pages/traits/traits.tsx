// The list of traits, with their types and the number of people with a value.

import type { Records } from "../../api/kinds.js";
import { ListPage } from "../../shell/list-page.js";
import { typeOf } from "./types.js";

const Traits = () => (
  <ListPage
    kind="traits"
    columns={[
      { header: "Label", value: ({ literate }) => literate },
      { header: "Type", value: typeOf, isFilter: true },
      { header: "People", value: ({ people_count }) => people_count, isNumber: true },
      {
        header: "Column",
        value: ({ emitted_by_datasets: from }) => from.map(({ column_name }) => column_name).join(", "),
        cell: Source,
      },
    ]}
    create={{ to: "/data", label: "Upload a file" }}
    empty="No traits yet. Traits come from columns that describe a customer, such as a plan, an age or a language."
  />
);
export default Traits;

const Source = ({ emitted_by_datasets: from }: Records["traits"]) =>
  from.length === 0 ? (
    <span className="soft">no dataset</span>
  ) : (
    from.map(({ dataset_id, column_name }, index) => (
      <span key={dataset_id}>
        {index > 0 && ", "}
        <code>{column_name}</code>
      </span>
    ))
  );
