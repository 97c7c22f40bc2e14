// The next contacts of a pipeline: how to choose people, and what so many contacts are expected to bring by each choice.

import { useState } from "react";
import { choiceWords, decisionSentence, policySentence } from "../../../src/words/uplift.js";
import type { Schemas } from "../../api/client.js";
import { IntervalFigure } from "../../charts/interval-figure.js";
import { Allowed } from "../../shell/allowed.js";
import { ButtonAnchor } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { NumberField } from "../../ui/field.js";
import { formatCount, reader } from "../../ui/format.js";
import styles from "./holdout.module.css";
import { useHoldout } from "./use-holdout.js";

type Decision = Schemas["ContactDecision"];

interface NextContactsProps {
  /** Of the pipeline. */
  id: string;
  /** The decision on as many contacts as the economics say, or a tenth of the people. */
  usual: Decision;
  /** Each person has an uplift. */
  hasUplift: boolean;
}

export const NextContacts = ({ id, usual, hasUplift }: NextContactsProps) => {
  const [people, setPeople] = useState<number | undefined>(usual.people);
  const { data, error } = useHoldout(id, people === usual.people ? undefined : people);
  const decision = data?.decision ?? usual;
  return (
    <section className={styles.campaign}>
      <h3>The next contacts</h3>
      <NumberField label="People to contact" min={1} value={people} onChange={setPeople} />
      <ErrorNotice problem={error} />
      <p>
        <strong>{decisionSentence({ ...decision, choose: decision.choose ?? null }, reader)}</strong>
      </p>
      {data?.policy && <p>{policySentence(data.policy, reader)}</p>}
      {decision.choose === "uplift" && hasUplift && (
        <Allowed to="read">
          <p>
            <ButtonAnchor href={`/v1/scopes/${id}/list.csv?by=uplift&top=${decision.people}`} download>
              Get the list by uplift
            </ButtonAnchor>
          </p>
        </Allowed>
      )}
      <IntervalFigure
        title="What the contacts bring"
        about="More conversions than without these contacts, by how people are chosen: what the measured campaigns brought, among people whom the model had not seen."
        summary={decision.headline}
        rows={decision.outlooks}
        label={{ header: "People", of: ({ by }) => choiceWords[by] }}
        interval={({ conversions }) => conversions}
        value="More conversions"
        show={(value) => formatCount(Math.round(value))}
        reference={{ value: 0, label: "no effect" }}
        fileName="next-contacts"
      />
    </section>
  );
};
