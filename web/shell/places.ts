// Where one can go, in the order in which data flow.

import { type Kind, listOf, words } from "../api/kinds.js";

const list = (kind: Kind) => ({ to: listOf(kind), label: words[kind].many });

export const places = [
  {
    title: "Overview",
    links: [
      { to: "/", label: "Home" },
      { to: "/start", label: "Start from a file" },
    ],
  },
  {
    title: "Data",
    links: [
      list("datasets"),
      list("streams"),
      list("traits"),
      { to: "/people", label: "People" },
      list("places"),
      list("connections"),
    ],
  },
  {
    title: "Questions",
    links: [list("cohorts"), list("outcomes"), list("persona_sets"), list("recommenders")],
  },
  { title: "Answers", links: [list("scopes"), list("targets")] },
  {
    title: "Service",
    links: [
      { to: "/graph", label: "Graph" },
      { to: "/webhooks", label: "Webhooks" },
      { to: "/outbox", label: "Outbox" },
      { to: "/settings", label: "Settings" },
    ],
  },
] as const;
