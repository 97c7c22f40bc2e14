// The account: who it is, how one signs in, its keys, how its people are told apart, what it uses, and its end.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { changeAccount, useAccount } from "../../api/account.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { FieldGroup, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { formatBytes, formatCount } from "../../ui/format.js";
import { Facts, Panel, Skeleton } from "../../ui/panel.js";
import { ApiKeys } from "./api-keys.js";
import { Deletion } from "./deletion.js";
import { Password, Sessions } from "./password.js";
import { Resolution } from "./resolution.js";

const Settings = () => {
  const { data: account, error } = useAccount();
  return (
    <Page title="Settings" about="Of the account, and of everything in it.">
      <ErrorNotice problem={error} />
      {!account && !error && <Skeleton rows={12} />}
      {account && (
        <>
          <Identity key={`identity ${account.updated_at}`} account={account} />
          <Password account={account} />
          <Sessions />
          <ApiKeys />
          <Resolution key={`resolution ${account.updated_at}`} account={account} />
          <Usage />
          <Deletion account={account} />
        </>
      )}
    </Page>
  );
};
export default Settings;

// What the account is called, and where its e-mails go.

export const Identity = ({ account }: { account: Schemas["Account"] }) => {
  const [name, setName] = useState(account.name);
  const [email, setEmail] = useState(account.email ?? "");
  const change = useMutationOf(changeAccount);
  return (
    <Panel title="Account">
      <Form
        action="Save the account"
        sending={change}
        onSubmit={() => change.mutate({ name, email: email === "" ? null : email })}
      >
        <FieldGroup legend="Who it is">
          <TextField label="Name" value={name} onChange={setName} autoComplete="organization" required />
          <TextField
            label="E-mail"
            type="email"
            hint="What is built, and what needs you, is told here. One signs in with it, too."
            value={email}
            onChange={setEmail}
            autoComplete="email"
          />
        </FieldGroup>
      </Form>
    </Panel>
  );
};

// What the account uses of the machine.

export const Usage = () => {
  const { data, error } = useQuery({
    queryKey: ["usage"],
    queryFn: () => answer(api.GET("/accounts/current/usage")),
  });
  return (
    <Panel title="What it uses">
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton />}
      {data && (
        <Facts
          facts={data.map(({ description, usage }) => [said(description), inUnits(description, usage)])}
        />
      )}
    </Panel>
  );
};

const inUnits = (description: string, usage: number): string =>
  description.endsWith("bytes") ? formatBytes(usage) : formatCount(usage);

/** Kinds of resource are called as everywhere in the console. */
const said = (description: string): string => {
  const words =
    { scopes: "pipelines", targets: "deployments" }[description] ?? description.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/bytes$/, "data");
};
