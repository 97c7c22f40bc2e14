// Link to a person, by name or, until that is read, by ID.

import { Link } from "wouter";

export const PersonLink = ({ id, title }: { id: string; title: string | undefined }) => (
  <Link to={`/people/${id}`}>{title ?? `Person ${id}`}</Link>
);
