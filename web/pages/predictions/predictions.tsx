// The list of predictions.

import { useMay } from "../../api/account.js";
import { Page } from "../../shell/page.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Empty, Skeleton } from "../../ui/panel.js";
import { PredictionTable } from "./prediction-table.js";
import { useSummaries } from "./use-summaries.js";

const Predictions = () => {
  const { summaries, error } = useSummaries();
  const create = useMay()("edit") && (
    <ButtonLink to="/predictions/new" look="primary">
      New prediction
    </ButtonLink>
  );
  return (
    <Page
      title="Predictions"
      about="How likely each customer is to buy again, to leave, or to do anything else that your data show."
      actions={create}
    >
      <ErrorNotice problem={error} />
      {summaries ? (
        <PredictionTable
          summaries={summaries}
          empty={
            <Empty action={create}>
              No predictions yet. A prediction gives each customer the probability of reaching a goal, for
              example of buying again within 90 days.
            </Empty>
          }
        />
      ) : (
        !error && <Skeleton rows={6} />
      )}
    </Page>
  );
};
export default Predictions;
