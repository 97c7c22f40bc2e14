// Settings of the account: identity, sign-in, API keys, assistants, deduplication, usage and deletion.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { resourceLabels } from "../../../src/words/labels.js";
import { capitalized } from "../../../src/words/plural.js";
import { changeAccount, useAccount, useMay } from "../../api/account.js";
import { answer, api, type Schemas } from "../../api/client.js";
import type { Kind } from "../../api/kinds.js";
import { useMutationOf } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { FieldGroup, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { formatBytes, formatCount } from "../../ui/format.js";
import { Facts, Panel, Skeleton } from "../../ui/panel.js";
import { AccountLinks } from "./account-links.js";
import { ApiKeys } from "./api-keys.js";
import { Assistants } from "./assistants.js";
import { Deletion } from "./deletion.js";
import { Emails } from "./mails.js";
import { Passkeys } from "./passkeys.js";
import { Password, Sessions } from "./password.js";
import { Resolution } from "./resolution.js";
import { SecondFactor } from "./second-factor.js";
import styles from "./settings.module.css";

const Settings = () => {
  const { data: account, error } = useAccount();
  const may = useMay();
  const isAdministrator = may("administer");
  return (
    <Page title="Settings" about="These settings apply to the whole account.">
      <ErrorNotice problem={error} />
      {!account && !error && <Skeleton rows={12} />}
      {account && (
        <>
          <div className={styles.columns}>
            <div>
              <TeamLink />
              {isAdministrator && <SingleSignOnLink />}
              {isAdministrator && (
                <>
                  <Identity key={`identity ${account.updated_at}`} account={account} />
                  <Emails key={`emails ${account.updated_at}`} account={account} />
                </>
              )}
            </div>
            <div>
              <Password account={account} />
              <SecondFactor account={account} />
              <Passkeys />
              <Sessions />
              {isAdministrator && <AuditLink />}
              {isAdministrator && <AccountLinks />}
            </div>
          </div>
          {isAdministrator && <ApiKeys />}
          <Assistants />
          <div className={styles.columns}>
            <div>
              {isAdministrator && <Resolution key={`resolution ${account.updated_at}`} account={account} />}
            </div>
            <div>
              <Usage />
              {may("own") && <Deletion account={account} />}
            </div>
          </div>
        </>
      )}
    </Page>
  );
};
export default Settings;

const Identity = ({ account }: { account: Schemas["Account"] }) => {
  const [name, setName] = useState(account.name);
  const [email, setEmail] = useState(account.email ?? "");
  const may = useMay();
  const change = useMutationOf(changeAccount);
  return (
    <Panel title="Account">
      <Form
        action="Save account"
        sending={change}
        onSubmit={() => change.mutate({ name, email: email === "" ? null : email })}
      >
        <FieldGroup legend="Company">
          <TextField label="Name" value={name} onChange={setName} autoComplete="organization" required />
          <TextField
            label="E-mail"
            type="email"
            hint={
              may("own")
                ? "You sign in with it, and get the e-mails that you choose below."
                : "The owner signs in with it, and gets the e-mails chosen below."
            }
            readOnly={!may("own")}
            value={email}
            onChange={setEmail}
            autoComplete="email"
          />
        </FieldGroup>
      </Form>
    </Panel>
  );
};

const TeamLink = () => (
  <Panel title="Team" actions={<ButtonLink to="/settings/team">Open team</ButtonLink>}>
    <p>See who signs in to this account, and what each may do.</p>
  </Panel>
);

const SingleSignOnLink = () => (
  <Panel
    title="Single sign-on"
    actions={<ButtonLink to="/settings/single-sign-on">Open single sign-on</ButtonLink>}
  >
    <p>Let people sign in through your company's identity provider.</p>
  </Panel>
);

const AuditLink = () => (
  <Panel title="Audit log" actions={<ButtonLink to="/settings/audit">Open audit log</ButtonLink>}>
    <p>See who changed something, signed in, or read data about people.</p>
  </Panel>
);

const Usage = () => {
  const { data, error } = useQuery({
    queryKey: ["usage"],
    queryFn: () => answer(api.GET("/usages")),
  });
  return (
    <Panel title="Usage">
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton />}
      {data && (
        <Facts
          facts={data.map(({ description, usage }) => [usageLabel(description), inUnits(description, usage)])}
        />
      )}
    </Panel>
  );
};

const inUnits = (description: string, usage: number): string =>
  description.endsWith("bytes") ? formatBytes(usage) : formatCount(usage);

/** Types of resources have their names of the console: "Pipelines", "Stored data". */
const usageLabel = (description: string): string =>
  resourceLabels[description as Kind]?.title ??
  capitalized(description.replaceAll("_", " ").replace(/bytes$/, "data"));
