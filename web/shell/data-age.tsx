// Age of the data beside a number: a sentence where they are old, or where the days that a prediction is for are over.

import { dataAgeSentence } from "../../src/words/data-age.js";
import { useAccount } from "../api/account.js";
import type { Kind, Records } from "../api/kinds.js";
import { reader } from "../ui/format.js";
import styles from "./page.module.css";

/** `horizonDays`: of the prediction that the number is of; absent: it is of none. */
export const DataAge = ({ horizonDays }: { horizonDays?: number | undefined }) => {
  const { data: account } = useAccount();
  const figures = { data_through: account?.data_through, horizon_days: horizonDays };
  const sentence = dataAgeSentence(figures, Date.now(), reader);
  return sentence === "" ? null : <p className={styles.aged}>{sentence}</p>;
};

/** Kinds whose pages have numbers as of the end of the data. Deployments say it of their own file. */
const aged: readonly Kind[] = [
  "cohorts",
  "outcomes",
  "scopes",
  "persona_sets",
  "recommenders",
  "holdouts",
  "streams",
];

export const RecordAge = <K extends Kind>({ kind, record }: { kind: K; record: Records[K] }) => {
  const isAged = aged.includes(kind) && record.last_updated_output_at !== undefined;
  return isAged ? <DataAge horizonDays={horizonOf(record)} /> : null;
};

const horizonOf = (record: Records[Kind]): number | undefined =>
  record.resource_type === "outcomes" ? (record as Records["outcomes"]).horizon_days : undefined;
