// What there is to do where nothing has been done yet.

import { ButtonLink } from "../../ui/button.js";
import { Panel } from "../../ui/panel.js";
import styles from "./home.module.css";

export const FirstSteps = () => (
  <Panel title="Begin with a file">
    <p>
      A CSV of what your customers did is enough: who, when, and for how much. From it come the people, and
      for each a probability that they buy again, or leave.
    </p>
    <ol className={styles.steps}>
      <li>
        <strong>Upload a file.</strong> Orders, bookings, cancellations: one row to each. It stays on this
        machine.
      </li>
      <li>
        <strong>Check how it is read.</strong> Which columns say who, when and how much is proposed; you put
        it right.
      </li>
      <li>
        <strong>Ask.</strong> Who buys a second time? Who cancels? The answer says how far it can be trusted.
      </li>
      <li>
        <strong>Take the scores along.</strong> As a file that stays fresh, or one customer at a time.
      </li>
    </ol>
    <div>
      <ButtonLink to="/start" look="primary">
        Start from a file
      </ButtonLink>
    </div>
  </Panel>
);
