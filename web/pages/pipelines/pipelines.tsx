// The list of pipelines.

import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { ListPage } from "../../shell/list-page.js";
import type { Column } from "../../ui/list.js";

const Pipelines = () => {
  const { data: outcomes = [] } = useList("outcomes");
  const nameOf = (wanted: string) => outcomes.find(({ id }) => id === wanted)?.name ?? "";
  const columns: Column<Records["scopes"]>[] = [
    { header: "Predictions", value: ({ payload }) => (payload.outcome_ids ?? []).map(nameOf).join(", ") },
    { header: "People", value: ({ population_count }) => population_count, isNumber: true },
    {
      header: "Delivers",
      value: ({ preview }) => (preview ? "preview (1,000 rows)" : "all people"),
      isFilter: true,
    },
  ];
  return (
    <ListPage
      kind="scopes"
      names={["outcomes"]}
      columns={columns}
      create={{ to: "/pipelines/new", label: "New pipeline" }}
      empty="No pipelines yet. A pipeline scores an audience with your predictions, for example one-time purchasers with their probability to buy again. Its deployments are the files that others use."
    />
  );
};
export default Pipelines;
