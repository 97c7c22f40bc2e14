// Customer IDs whose records contradict each other, and match weights that had to be limited: what the owner
// can correct in the files.

import { useMemo } from "react";
import { formatCount, formatCounted } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Panel } from "../../ui/panel.js";
import { PersonLink } from "./person-link.js";
import { type PeopleAnalysis, usePersonTitles } from "./queries.js";

type Contradiction = NonNullable<PeopleAnalysis["contradictory_customer_ids"]>["listed"][number];

const reasons: Record<Contradiction["differs_in"][number], string> = {
  name: "first and last name",
  birth_date: "birth date",
  national_id: "national ID",
  suffix: "Jr or Sr",
};

const columnsWith = (titles: ReadonlyMap<string, string>): Column<Contradiction>[] => [
  { header: "Customer ID", value: ({ customer_id }) => customer_id },
  {
    header: "Person",
    value: ({ person_id }) => titles.get(person_id) ?? person_id,
    cell: ({ person_id }) => <PersonLink id={person_id} title={titles.get(person_id)} />,
  },
  {
    header: "Records differ in",
    value: ({ differs_in }) => differs_in.map((reason) => reasons[reason]).join(", "),
  },
  {
    header: "Records",
    value: ({ record_count }) => record_count,
    cell: ({ record_count }) => formatCount(record_count),
    isNumber: true,
  },
];

/** Nothing if there is nothing to correct. */
export const Contradictions = ({ analysis }: { analysis: PeopleAnalysis }) => {
  const { count = 0, listed = [] } = analysis.contradictory_customer_ids ?? {};
  const ids = useMemo(() => listed.map(({ person_id }) => person_id), [listed]);
  const titles = usePersonTitles(ids);
  const limited = analysis.match_model?.limited ?? [];
  if (count === 0 && limited.length === 0) return null;
  return (
    <Panel title="To check in your files">
      {limited.length > 0 && (
        <p>
          Match weights are limited, because these values differ more than those of one person or family can:{" "}
          {namesOf(limited)}. Check that the right columns are mapped.
        </p>
      )}
      {count > 0 && (
        <>
          <p>
            {formatCounted(count, "customer ID")} may have been given to two people. Equal customer IDs count
            as one person: correct them in your files, or split the person.
          </p>
          <List
            label="Contradictory customer IDs"
            rows={listed}
            rowKey={({ customer_id }) => customer_id}
            columns={columnsWith(titles)}
            empty={null}
          />
        </>
      )}
    </Panel>
  );
};

const namesOf = (limited: NonNullable<PeopleAnalysis["match_model"]>["limited"]): string =>
  [...new Set(limited.map(({ comparison }) => comparison.replaceAll("_", " ")))].join(", ");
