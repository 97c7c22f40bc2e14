// The list of a prediction: the likeliest people with their reasons, and whose chance changed most.

import { Movers } from "../pipelines/movers.js";
import { PredictionPage, Scored } from "./prediction-page.js";
import { TopPeople } from "./top-people.js";

const List = ({ id }: { id: string }) => (
  <PredictionPage id={id} tab="List">
    {(outcome) => (
      <Scored outcome={outcome}>
        {(scope) => (
          <>
            <TopPeople
              scopeId={scope.id}
              outcomeId={outcome.id}
              isLikeness={outcome.prediction_mode === "static"}
            />
            <Movers pipeline={scope} />
          </>
        )}
      </Scored>
    )}
  </PredictionPage>
);
export default List;
