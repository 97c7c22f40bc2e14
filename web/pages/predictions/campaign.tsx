// The campaign of a prediction: whom to keep back to prove that it worked, who was contacted, and what came of it.

import { Contacts } from "../pipelines/contacts.js";
import { Holdout } from "../pipelines/holdout.js";
import { PredictionPage, Scored } from "./prediction-page.js";

const Campaign = ({ id }: { id: string }) => (
  <PredictionPage id={id} tab="Campaign">
    {(outcome) => (
      <Scored outcome={outcome}>
        {(scope) => (
          <>
            <Holdout pipeline={scope} />
            <Contacts pipeline={scope} />
          </>
        )}
      </Scored>
    )}
  </PredictionPage>
);
export default Campaign;
