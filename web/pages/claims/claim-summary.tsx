// Claims in short: how many held, as a line on the home page and as a panel on the page of a prediction.

import { Link } from "wouter";
import { claimCountsSentence } from "../../../src/words/claims.js";
import type { ClaimList } from "../../api/claims.js";
import { ButtonLink } from "../../ui/button.js";
import { reader } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import { ClaimTable } from "./claim-table.js";
import styles from "./claims.module.css";

/** Nothing before the first claim. */
export const ClaimsLine = ({ summary }: Pick<ClaimList, "summary">) =>
  summary.made === 0 ? null : (
    <div className={styles.line}>
      <strong>Did it come true?</strong> {claimCountsSentence(summary, reader)}{" "}
      <Link to="/claims">See all claims</Link>
    </div>
  );

/** Nothing before the first claim of the prediction. `list`: its newest claims. */
export const ClaimsPanel = ({ list: { summary, claims } }: { list: ClaimList }) =>
  summary.made === 0 ? null : (
    <Panel title="Did it come true?" actions={<ButtonLink to="/claims">See all claims</ButtonLink>}>
      <p>{claimCountsSentence(summary, reader)}</p>
      <ClaimTable claims={claims} isOfOne empty={null} />
    </Panel>
  );
