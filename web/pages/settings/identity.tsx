// What the account is called, and where its e-mails go.

import { useState } from "react";
import { changeAccount } from "../../api/account.js";
import type { Schemas } from "../../api/client.js";
import { useChanging } from "../../api/resources.js";
import { FieldGroup, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { Panel } from "../../ui/panel.js";

export const Identity = ({ account }: { account: Schemas["Account"] }) => {
  const [name, setName] = useState(account.name);
  const [email, setEmail] = useState(account.email ?? "");
  const change = useChanging(changeAccount);
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
