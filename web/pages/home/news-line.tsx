// News in a line of the home page: what the newest file brought.

import { Link } from "wouter";
import { newestFileSentence, nounOf } from "../../../src/words/ledger.js";
import { pageOf, type Records } from "../../api/kinds.js";
import { useBasis } from "../../shell/basis.js";
import { formatAgo, reader } from "../../ui/format.js";
import styles from "./home.module.css";
import { newestFileOf } from "./newest-file.js";

/** Nothing before a file is read. */
export const NewsLine = ({ datasets }: { datasets: readonly Records["datasets"][] }) => {
  const basis = useBasis({ of: "all customers" });
  const newest = newestFileOf(datasets);
  if (!newest) return null;
  const { datasetId, stream, files, arrivedAt } = newest;
  return (
    <section className={styles.claims} aria-label={`What is new? ${basis}`}>
      <strong>What is new?</strong> {newestFileSentence(files, nounOf(stream), reader)} It arrived{" "}
      {formatAgo(arrivedAt)}. <Link to={pageOf("datasets", datasetId)}>See the data</Link>
    </section>
  );
};
