// E-mail settings: which mails about builds come, and whether the monthly mail does.

import { useState } from "react";
import { changeAccount, useSession } from "../../api/account.js";
import type { Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { ButtonLink } from "../../ui/button.js";
import { Form } from "../../ui/form.js";
import { Panel } from "../../ui/panel.js";
import styles from "./settings.module.css";

type Builds = Schemas["Account"]["emails"]["builds"];

const choices: Record<Builds, { label: string; meaning: string }> = {
  summary: {
    label: "Summary",
    meaning:
      "One e-mail when everything is built: verdict, expected number and links. After new data only if something changed, and at most one a day.",
  },
  errors: { label: "Errors only", meaning: "One e-mail when a build fails, with what to do." },
  each_resource: {
    label: "Each resource",
    meaning: "One e-mail for each dataset, cohort, prediction, pipeline and deployment.",
  },
  none: { label: "None", meaning: "No e-mails about builds." },
};

export const Emails = ({ account }: { account: Schemas["Account"] }) => {
  const { data: session } = useSession();
  const [builds, setBuilds] = useState(account.emails.builds);
  const [monthly, setMonthly] = useState(account.emails.monthly);
  const change = useMutationOf(changeAccount);
  return (
    <Panel title="E-mails" actions={<ButtonLink to="/outbox">Open outbox</ButtonLink>}>
      {session?.sends_email === false && (
        <p>
          This service sends no e-mails, because no mail server is set up. You can read them in the outbox. To
          send them, set <code>SMTP_URL</code> on the service.
        </p>
      )}
      <Form
        action="Save e-mails"
        sending={change}
        onSubmit={() => change.mutate({ emails: { builds, monthly } })}
      >
        <fieldset className={styles.modes}>
          <legend>When builds finish</legend>
          {(Object.keys(choices) as Builds[]).map((one) => (
            <label key={one} className={styles.mode}>
              <input type="radio" name="builds" checked={builds === one} onChange={() => setBuilds(one)} />
              <span>
                <strong>{choices[one].label}</strong>
                <span className={styles.meaning}>{choices[one].meaning}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <fieldset className={styles.modes}>
          <legend>Once a month</legend>
          <label className={styles.mode}>
            <input type="checkbox" checked={monthly} onChange={({ target }) => setMonthly(target.checked)} />
            <span>
              <strong>Predicted against actual</strong>
              <span className={styles.meaning}>
                Compares predictions whose horizon has ended with what happened.
              </span>
            </span>
          </label>
        </fieldset>
      </Form>
    </Panel>
  );
};
