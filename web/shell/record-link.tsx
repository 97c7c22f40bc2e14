// The name of a resource, leading to its page; its kind and id stand for it until the name is read.

import { Link } from "wouter";
import { type Kind, pageOf, words } from "../api/kinds.js";
import { useList } from "../api/resources.js";

export const RecordLink = ({ kind, id }: { kind: Kind; id: string }) => {
  const { data } = useList(kind);
  const name = data?.find((record) => record.id === id)?.name;
  return <Link to={pageOf(kind, id)}>{name ?? `${words[kind].one} ${id.slice(0, 8)}`}</Link>;
};
