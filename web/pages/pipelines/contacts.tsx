// People to contact by a pipeline's economics: the recommendation and the profit curve.

import { contactsSentence } from "../../../src/words/contacts.js";
import type { Records } from "../../api/kinds.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { reader } from "../../ui/format.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { RecommendedProfit } from "../predictions/reach.js";
import { useReach } from "../predictions/scored.js";

/** Nothing for a pipeline without economics. */
export const Contacts = ({ pipeline: { id, economics, payload } }: { pipeline: Records["scopes"] }) => {
  const outcomeId = economics?.outcome_id ?? payload.outcome_ids[0];
  return economics && outcomeId !== undefined ? (
    <Recommended id={id} outcomeId={outcomeId} economics={economics} />
  ) : null;
};

interface RecommendedProps {
  id: string;
  outcomeId: string;
  economics: NonNullable<Records["scopes"]["economics"]>;
}

const Recommended = ({ id, outcomeId, economics }: RecommendedProps) => {
  const { data: reach, error } = useReach(id, outcomeId);
  return (
    <Panel title="Whom to contact">
      <ErrorNotice problem={error} />
      {!reach && !error && <Skeleton rows={6} />}
      {reach && (
        <>
          <p>
            {reach.recommended ? (
              <strong>{contactsSentence(reach.recommended, reader)}</strong>
            ) : (
              "The next build says whom to contact."
            )}
          </p>
          <RecommendedProfit reach={reach} economics={economics} />
        </>
      )}
    </Panel>
  );
};
