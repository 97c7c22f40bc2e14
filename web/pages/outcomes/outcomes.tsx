// The list of predictions, with the verdict and key figures of each.

import { Link } from "wouter";
import { decisionLabels, showMetric } from "../../../src/words/labels.js";
import { pageOf, type Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { ListPage } from "../../shell/list-page.js";
import { formatPeople, formatRatio, reader } from "../../ui/format.js";
import type { Column } from "../../ui/list.js";

type Outcome = Records["outcomes"];

const Outcomes = () => {
  const { data: cohorts = [] } = useList("cohorts");
  const eligible = ({ eligible_cohort_id: id }: Outcome) => cohorts.find((cohort) => cohort.id === id);
  const columns: Column<Outcome>[] = [
    {
      header: "Verdict",
      value: ({ verdict }) => verdict && decisionLabels[verdict.decision].short,
      isFilter: true,
    },
    {
      header: "AUC",
      value: ({ roc_auc }) => roc_auc,
      cell: ({ roc_auc }) => roc_auc !== undefined && showMetric("auc", reader)(roc_auc),
      isNumber: true,
    },
    {
      header: "Mean lift",
      value: ({ lift_value }) => lift_value,
      cell: ({ lift_value }) => lift_value !== undefined && formatRatio(lift_value),
      isNumber: true,
    },
    { header: "Warnings", value: ({ warnings }) => warnings?.length, isNumber: true },
    {
      header: "Eligible",
      value: (outcome) => outcome.eligible_cohort_name ?? "All people",
      cell: (outcome) => <Eligible outcome={outcome} people={eligible(outcome)?.population_count} />,
    },
    {
      header: "Horizon (days)",
      value: ({ horizon_days }) => horizon_days,
      isNumber: true,
    },
  ];
  return (
    <ListPage
      kind="outcomes"
      columns={columns}
      create={{ to: "/outcomes/new", label: "New prediction" }}
      empty="No predictions yet. A prediction gives each person of one cohort the probability of entering another, for example that a customer buys again within 90 days."
    />
  );
};
export default Outcomes;

const Eligible = ({ outcome, people }: { outcome: Outcome; people: number | undefined }) => {
  const { eligible_cohort_id: id, eligible_cohort_name: name } = outcome;
  if (!id) return "All people";
  return (
    <>
      <Link to={pageOf("cohorts", id)}>{name}</Link>
      {people !== undefined && <span className="soft"> {formatPeople(people)}</span>}
    </>
  );
};
