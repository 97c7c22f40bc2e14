// All pipelines.

import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { ListPage } from "../../shell/list-page.js";
import type { Column } from "../../ui/list.js";

const Pipelines = () => {
  const { data: outcomes = [] } = useList("outcomes");
  const nameOf = (wanted: string) => outcomes.find(({ id }) => id === wanted)?.name ?? "";
  const columns: Column<Records["scopes"]>[] = [
    { header: "Foretells", value: ({ payload }) => (payload.outcome_ids ?? []).map(nameOf).join(", ") },
    { header: "People", value: ({ population_count }) => population_count, isNumber: true },
    {
      header: "Delivers",
      value: ({ preview }) => (preview ? "the first 1,000 rows" : "everybody"),
      isFilter: true,
    },
  ];
  return (
    <ListPage
      kind="scopes"
      columns={columns}
      create={{ to: "/pipelines/new", label: "New pipeline" }}
      empty="There are none yet. A pipeline says whom to score and what to say of them: of one-time purchasers, how likely each is to buy again. Its deployments are the files that others work with."
    />
  );
};
export default Pipelines;
