// Links between resources: those that a resource uses, and those that use it.

import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { resourceLabels } from "../../src/words/labels.js";
import { answer, api, type Schemas } from "../api/client.js";
import { type Kind, pageOf } from "../api/kinds.js";
import { useList } from "../api/resources.js";
import { Panel, Skeleton } from "../ui/panel.js";
import { StatusBadge } from "../ui/status.js";
import styles from "./page.module.css";

type Edge = Schemas["GraphEdge"];
type Related = { id: string; kind: Edge["upstream_type"]; name: string; status: Edge["upstream_status"] };

/** All dependencies between the account's resources. */
export const useGraph = () => useQuery({ queryKey: ["graph"], queryFn: () => answer(api.GET("/graph")) });

export const Relations = ({ id }: { id: string }) => {
  const { data: edges = [], isFetching } = useGraph();
  const isKnown = edges.some(({ upstream_id, downstream_id }) => [upstream_id, downstream_id].includes(id));
  if (isFetching && !isKnown)
    return (
      <Panel title="Dependencies">
        <Skeleton rows={2} />
      </Panel>
    );
  const uses = edges.filter(({ downstream_id }) => downstream_id === id).map(upstreamOf);
  const usedBy = edges.filter(({ upstream_id }) => upstream_id === id).map(downstreamOf);
  return (
    <Panel title="Dependencies">
      <div className={styles.sides}>
        <RelatedList title="Uses" none="Nothing." related={uses} />
        <RelatedList title="Used by" none="Nothing yet." related={usedBy} />
      </div>
    </Panel>
  );
};

const RelatedList = ({
  title,
  none,
  related,
}: {
  title: string;
  none: string;
  related: readonly Related[];
}) => (
  <div>
    <h3>{title}</h3>
    {related.length === 0 && <p className="soft">{none}</p>}
    <ul className={styles.list}>
      {related.map(({ id, kind, name, status }) => (
        <li key={id}>
          <RelatedLink kind={kind} id={id} name={name} />
          <StatusBadge of={{ id, status }} />
        </li>
      ))}
    </ul>
  </div>
);

const RelatedLink = ({ kind, id, name }: Omit<Related, "status">) =>
  kind === "people" ? (
    <Link to="/people">People</Link>
  ) : (
    <span>
      <span className="soft">{resourceLabels[kind as Kind].one} </span>
      <Link to={pageOf(kind as Kind, id)}>{name}</Link>
    </span>
  );

const upstreamOf = (edge: Edge): Related => ({
  id: edge.upstream_id,
  kind: edge.upstream_type,
  name: edge.upstream_literate,
  status: edge.upstream_status,
});
const downstreamOf = (edge: Edge): Related => ({
  id: edge.downstream_id,
  kind: edge.downstream_type,
  name: edge.downstream_literate,
  status: edge.downstream_status,
});

/** The name of a resource as a link to its page; its type and id until the name is read. */

export const RecordLink = ({ kind, id }: { kind: Kind; id: string }) => {
  const { data } = useList(kind);
  const name = data?.find((record) => record.id === id)?.name;
  return <Link to={pageOf(kind, id)}>{name ?? `${resourceLabels[kind].one} ${id.slice(0, 8)}`}</Link>;
};
