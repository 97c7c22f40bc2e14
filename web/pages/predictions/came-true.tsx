// Whether a prediction came true: for earlier lists, how many people were expected and how many came.

import { pageOf } from "../../api/kinds.js";
import { ButtonLink } from "../../ui/button.js";
import { Panel } from "../../ui/panel.js";
import { ObservedPerformance } from "../pipelines/observed-performance.js";
import { PredictionPage, Scored } from "./prediction-page.js";

const CameTrue = ({ id }: { id: string }) => (
  <PredictionPage id={id} tab="Came true">
    {(outcome) => (
      <Scored outcome={outcome}>
        {(scope) => (
          <>
            <ObservedPerformance id={scope.id} />
            <Panel title="Replays">
              <p>
                A replay makes the lists of past days again, from what was known on each, and compares them
                with what came.
              </p>
              <div>
                <ButtonLink to={`${pageOf("scopes", scope.id)}/replays`}>Replay past days</ButtonLink>
              </div>
            </Panel>
          </>
        )}
      </Scored>
    )}
  </PredictionPage>
);
export default CameTrue;
