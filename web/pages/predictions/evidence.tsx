// The evidence for a prediction: its test on past dates, what drives it, for whom it is good, what it learned
// from, and how the scored people differ from those.

import { useAnalysis } from "../outcomes/evaluation/analysis.js";
import { Audience } from "../outcomes/evaluation/audience.js";
import { Drivers } from "../outcomes/evaluation/drivers.js";
import { Quality } from "../outcomes/evaluation/quality.js";
import { Reliability } from "../outcomes/evaluation/reliability.js";
import { Training } from "../outcomes/evaluation/training.js";
import { Scores } from "../pipelines/scores.js";
import { Evaluated, PredictionPage, Scored } from "./prediction-page.js";

const Evidence = ({ id }: { id: string }) => (
  <PredictionPage id={id} tab="Evidence">
    {(outcome) => (
      <Evaluated outcome={outcome} useRead={useAnalysis}>
        {(analysis) => (
          <>
            <Reliability analysis={analysis} name={outcome.name} />
            <Quality analysis={analysis} name={outcome.name} />
            <Drivers analysis={analysis} name={outcome.name} />
            <Audience analysis={analysis} name={outcome.name} />
            <Training outcome={outcome} analysis={analysis} />
            <Scored outcome={outcome}>{(scope) => <Scores id={scope.id} isAgeKnown />}</Scored>
          </>
        )}
      </Evaluated>
    )}
  </PredictionPage>
);
export default Evidence;
