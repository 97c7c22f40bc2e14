// All traits, with what they hold and of how many people they are known.

import type { Records } from "../../api/kinds.js";
import { ListPage } from "../../shell/list-page.js";
import { holds } from "./types.js";

const Traits = () => (
  <ListPage
    kind="traits"
    columns={[
      { header: "Said as", value: ({ literate }) => literate },
      { header: "Holds", value: holds, isFilter: true },
      { header: "People", value: ({ people_count }) => people_count, isNumber: true },
      {
        header: "From",
        value: ({ emitted_by_datasets: from }) => from.map(({ column_name }) => column_name).join(", "),
        cell: Source,
      },
    ]}
    create={{ to: "/start", label: "Start from a file" }}
    empty="There are no traits yet. They come from columns that a dataset outputs to traits: a plan, an age, a date of birth."
  />
);
export default Traits;

const Source = ({ emitted_by_datasets: from }: Records["traits"]) =>
  from.length === 0 ? (
    <span className="soft">no dataset: an orphan</span>
  ) : (
    from.map(({ dataset_id, column_name }, index) => (
      <span key={dataset_id}>
        {index > 0 && ", "}
        <code>{column_name}</code>
      </span>
    ))
  );
