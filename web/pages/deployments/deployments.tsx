// The list of deployments.

import { Link } from "wouter";
import { pageOf, type Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { ListPage } from "../../shell/list-page.js";
import type { Column } from "../../ui/list.js";
import { typeLabels } from "./sentences.js";

const Deployments = () => {
  const { data: pipelines = [] } = useList("scopes");
  const nameOf = (wanted: string) => pipelines.find(({ id }) => id === wanted)?.name ?? "";
  const columns: Column<Records["targets"]>[] = [
    { header: "Type", value: ({ options }) => typeLabels[options.type], isFilter: true },
    {
      header: "Pipeline",
      value: ({ scope_id }) => nameOf(scope_id),
      cell: ({ scope_id }) => <Link to={pageOf("scopes", scope_id)}>{nameOf(scope_id)}</Link>,
      isFilter: true,
    },
    { header: "Rows", value: ({ row_count }) => row_count, isNumber: true },
  ];
  return (
    <ListPage
      kind="targets"
      names={["scopes"]}
      columns={columns}
      create={{ to: "/deployments/new", label: "New deployment" }}
      empty="No deployments yet. A deployment delivers the results of a pipeline: as a file to download, as a lookup for one person at a time, or as a table in your database."
    />
  );
};
export default Deployments;
