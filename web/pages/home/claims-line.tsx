// Claims in a line of the home page: how many held.

import { Link } from "wouter";
import { claimCountsSentence } from "../../../src/words/claims.js";
import type { ClaimList } from "../../api/claims.js";
import { useBasis } from "../../shell/basis.js";
import { reader } from "../../ui/format.js";
import styles from "./home.module.css";

/** Nothing before the first claim. */
export const ClaimsLine = ({ summary }: Pick<ClaimList, "summary">) => {
  const basis = useBasis({ of: "the customers of each list" });
  return summary.made === 0 ? null : (
    <section className={styles.claims} aria-label={`Did it come true? ${basis}`}>
      <strong>Did it come true?</strong> {claimCountsSentence(summary, reader)}{" "}
      <Link to="/claims">See all claims</Link>
    </section>
  );
};
