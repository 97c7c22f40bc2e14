// Claims as a table: what was expected of each list, what came, and the verdict.

import type { ReactNode } from "react";
import { Link } from "wouter";
import {
  challengePhrase,
  claimNumber,
  claimVerdictLabels,
  soFar,
  voidReasonPhrases,
} from "../../../src/words/claims.js";
import { capitalized } from "../../../src/words/plural.js";
import type { Claim } from "../../api/claims.js";
import { pageOf } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { classNames } from "../../ui/class-names.js";
import { formatDay, reader } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import styles from "./claims.module.css";

interface ClaimTableProps {
  claims: readonly Claim[];
  /** Without the column of the prediction, on its own page. */
  isOfOne?: boolean;
  empty: ReactNode;
}

export const ClaimTable = ({ claims, isOfOne = false, empty }: ClaimTableProps) => {
  const { data: outcomes = [] } = useList("outcomes");
  const known = new Set(outcomes.map(({ id }) => id));
  const measured = measures.filter(({ measure }) => claims.some((claim) => figureOf(claim, measure)));
  const columns: Column<Claim>[] = [
    ...(isOfOne ? [] : [predictionColumn(known)]),
    {
      header: "Verdict",
      value: ({ verdict }) => claimVerdictLabels[verdict],
      cell: (claim) => <Verdict claim={claim} />,
      isFilter: true,
    },
    { header: "List of", value: ({ cutoff }) => cutoff, cell: ({ cutoff }) => <Day at={cutoff} /> },
    {
      header: "Judged from",
      value: ({ judged_from }) => judged_from,
      cell: ({ judged_from }) => <Day at={judged_from} />,
    },
    ...measured.map(measureColumn),
    ...(claims.some(({ challengers }) => challengers.length > 0) ? [challengerColumn] : []),
  ];
  return <List label="Claims" rows={claims} rowKey={({ id }) => id} columns={columns} empty={empty} />;
};

const Day = ({ at }: { at: string }) => <time dateTime={at}>{formatDay(at)}</time>;

/** A deleted prediction has its name of then, and no page. */
const predictionColumn = (known: ReadonlySet<string>): Column<Claim> => ({
  header: "Prediction",
  value: ({ outcome_name }) => outcome_name,
  cell: ({ outcome_id: id, outcome_name: name }) =>
    known.has(id) ? <Link to={pageOf("outcomes", id)}>{name}</Link> : name,
});

type Measure = Claim["measures"][number]["measure"];

const measures = [
  { measure: "people", header: "People came" },
  { measure: "amount", header: "Amount came" },
  { measure: "auc", header: "AUC came" },
] as const satisfies { measure: Measure; header: string }[];

const figureOf = ({ measures }: Claim, wanted: Measure) => measures.find(({ measure }) => measure === wanted);

const measureColumn = ({ measure, header }: (typeof measures)[number]): Column<Claim> => ({
  header,
  value: (claim) => figureOf(claim, measure)?.observed,
  cell: (claim) => <Figure claim={claim} measure={measure} />,
  isNumber: true,
});

/** What else would have been said of the same people, and whether the list was better. */
const challengerColumn: Column<Claim> = {
  header: "Beside other models",
  value: ({ challengers }) => challengers.find(({ role }) => role === "rule")?.gain,
  cell: ({ challengers }) =>
    challengers.length === 0 ? (
      <span className="soft">–</span>
    ) : (
      challengers.map((challenger) => (
        <p
          key={challenger.role}
          className={classNames("small", challenger.verdict === "worse" && styles.broken)}
        >
          {challengePhrase(challenger, reader)}
        </p>
      ))
    ),
};

/** The figure that came, above the expected one. */
const Figure = ({ claim, measure }: { claim: Claim; measure: Measure }) => {
  const figure = figureOf(claim, measure);
  if (!figure) return <span className="soft">–</span>;
  const {
    expected,
    expected_low: low,
    expected_high: high,
    observed,
    first_observed: first,
    verdict,
  } = figure;
  const show = (value: number) => claimNumber(value, measure, undefined, reader);
  const shown = (value: number) => claimNumber(value, measure, claim.currency, reader);
  const isRestated = observed !== undefined && first !== undefined && show(first) !== show(observed);
  return (
    <>
      {isRestated && <span className="small soft">{show(first)} at first, </span>}
      {observed === undefined ? (
        <span className="soft">–</span>
      ) : (
        <span className={classNames(verdict === "broken" && styles.broken)}>{shown(observed)}</span>
      )}
      <span className="small soft">{soFar(figure, show)}</span>
      <br />
      <span className="small soft">
        {shown(expected)} expected ({reader.range({ low, high }, show)})
      </span>
    </>
  );
};

const marks: Readonly<Record<Claim["verdict"], string>> = {
  held: "●",
  broken: "○",
  open: "◌",
  void: "–",
};

const Verdict = ({ claim: { verdict, void_reason, left_out_count: leftOut = 0 } }: { claim: Claim }) => (
  <>
    <span className={classNames(styles.verdict, styles[verdict])}>
      <span aria-hidden="true">{marks[verdict]} </span>
      {claimVerdictLabels[verdict]}
    </span>
    {void_reason && <p className={styles.note}>{capitalized(voidReasonPhrases[void_reason])}.</p>}
    {leftOut > 0 && verdict !== "void" && (
      <p className={styles.note}>Without {reader.count(leftOut)} who are gone or undecided.</p>
    )}
  </>
);
