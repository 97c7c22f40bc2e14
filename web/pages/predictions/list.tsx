// The list of a prediction: the likeliest people with their reasons, the programs that it is sent to, its triggers, and whose chance changed most.

import { Movers } from "../pipelines/movers.js";
import { PredictionPage, Scored } from "./prediction-page.js";
import { SentLists } from "./sent-lists.js";
import { TopPeople } from "./top-people.js";
import { TriggersOf } from "./triggers.js";

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
            <SentLists pipeline={scope} />
            <TriggersOf outcome={outcome} pipeline={scope} />
            <Movers pipeline={scope} />
          </>
        )}
      </Scored>
    )}
  </PredictionPage>
);
export default List;
