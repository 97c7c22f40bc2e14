// Judgement of a prediction: for earlier lists, how many people were expected and how many came.

import { useMay } from "../../api/account.js";
import { useClaims } from "../../api/claims.js";
import { pageOf } from "../../api/kinds.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { ClaimsPanel } from "../claims/claim-summary.js";
import { ObservedPerformance } from "../pipelines/observed-performance.js";
import { PredictionPage, Scored } from "./prediction-page.js";

const Judgement = ({ id }: { id: string }) => {
  const mayEdit = useMay()("edit");
  return (
    <PredictionPage id={id} tab="Came true">
      {(outcome) => (
        <Scored outcome={outcome}>
          {(scope) => (
            <>
              <Claims outcomeId={outcome.id} />
              <ObservedPerformance id={scope.id} />
              <Panel title="Replays">
                <p>
                  A replay makes the lists of past days again, from what was known on each, and compares them
                  with what came.
                </p>
                <div>
                  <ButtonLink to={`${pageOf("scopes", scope.id)}/replays`}>
                    {mayEdit ? "Replay past days" : "See replays"}
                  </ButtonLink>
                </div>
              </Panel>
            </>
          )}
        </Scored>
      )}
    </PredictionPage>
  );
};
export default Judgement;

const claimsShown = 12;

const Claims = ({ outcomeId }: { outcomeId: string }) => {
  const { data, error } = useClaims(claimsShown, outcomeId);
  if (data) return <ClaimsPanel list={data} />;
  return error ? <ErrorNotice problem={error} /> : <Skeleton rows={6} />;
};
