// Leads to somebody: by name where it is known already, else by their number.

import { Link } from "wouter";

export const PersonLink = ({ id, title }: { id: string; title: string | undefined }) => (
  <Link to={`/people/${id}`}>{title ?? `Person ${id}`}</Link>
);
