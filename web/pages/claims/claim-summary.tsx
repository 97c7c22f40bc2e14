// Claims of a prediction in short: how many held, as a panel on its page.

import { claimCountsSentence } from "../../../src/words/claims.js";
import type { ClaimList } from "../../api/claims.js";
import { ButtonLink } from "../../ui/button.js";
import { reader } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import { ClaimTable } from "./claim-table.js";

/** Nothing before the first claim of the prediction. `list`: its newest claims. */
export const ClaimsPanel = ({ list: { summary, claims } }: { list: ClaimList }) =>
  summary.made === 0 ? null : (
    <Panel title="Did it come true?" actions={<ButtonLink to="/claims">See all claims</ButtonLink>}>
      <p>{claimCountsSentence(summary, reader)}</p>
      <ClaimTable claims={claims} isOfOne empty={null} />
    </Panel>
  );
