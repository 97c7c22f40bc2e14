// Form of an identity provider.

import { useState } from "react";
import { roles, roleWords } from "../../../src/words/roles.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { Dialog } from "../../ui/dialog.js";
import { CheckField, SelectField, TextAreaField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { Fold } from "../../ui/panel.js";
import { bodyOf, type Draft, draftOf, groupProblem, type Joining, type Post } from "./draft.js";

const secretHint = (isSameIssuer: boolean): string =>
  isSameIssuer
    ? "Leave it empty to keep the present one."
    : "Enter it again: another issuer does not get the present one.";

interface Props {
  /** Absent: a new one. */
  provider?: Schemas["SsoProvider"];
  onClose: () => void;
}

export const ProviderForm = ({ provider, onClose }: Props) => {
  const [draft, setDraft] = useState(() => draftOf(provider));
  const save = useMutationOf(
    (body: Post): Promise<unknown> =>
      provider
        ? answer(
            api.PATCH("/sso_providers/{id}", { params: { path: { id: provider.id } }, body: body as never }),
          )
        : answer(api.POST("/sso_providers", { body })),
  );
  const set =
    <K extends keyof Draft>(field: K) =>
    (value: Draft[K]) =>
      setDraft((before) => ({ ...before, [field]: value }));
  const problem = groupProblem(draft.groupRoles);
  return (
    <Dialog title={provider ? `Change ${provider.name}` : "New identity provider"} onClose={onClose}>
      <Form
        action={provider ? "Save provider" : "Register provider"}
        sending={save}
        isDisabled={problem !== undefined}
        onSubmit={() => save.mutate(bodyOf(draft), { onSuccess: onClose })}
        aside={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextField
          label="Name"
          hint="On the button: Sign in with …"
          value={draft.name}
          onChange={set("name")}
          required
        />
        <TextField
          label="Issuer"
          type="url"
          hint="Address of the provider, such as https://login.example.com."
          value={draft.issuer}
          onChange={set("issuer")}
          required
        />
        <TextField label="Client ID" value={draft.clientId} onChange={set("clientId")} required />
        <TextField
          label="Client secret"
          type="password"
          hint={provider?.has_client_secret ? secretHint(provider.issuer === draft.issuer.trim()) : undefined}
          value={draft.clientSecret}
          onChange={set("clientSecret")}
          autoComplete="off"
        />
        <TextField
          label="E-mail domains"
          hint="Of the people who sign in there, separated by commas. You verify each in its DNS."
          value={draft.domains}
          onChange={set("domains")}
        />
        <SelectField<Joining>
          label="People join as"
          value={draft.defaultRole}
          choices={[
            ...roles
              .filter((role) => role !== "owner")
              .map((value) => ({ value, label: roleWords[value].label })),
            { value: "nobody" as const, label: "Nobody joins without an invitation" },
          ]}
          onChange={set("defaultRole")}
        />
        <Fold title="Groups and more" finding="Roles by group, scopes, and whose addresses count.">
          <TextAreaField
            label="Roles of groups"
            hint="A line for each, such as analysts = editor. The highest role wins, at each sign-in."
            problem={problem}
            value={draft.groupRoles}
            onChange={set("groupRoles")}
          />
          <TextField
            label="Claim of groups"
            value={draft.groupsClaim}
            onChange={set("groupsClaim")}
            required
          />
          <TextField label="Scopes" value={draft.scope} onChange={set("scope")} required />
          <CheckField
            label="Trust addresses of which the provider does not say that they are verified"
            hint="Microsoft Entra ID does not say it. Only if your provider gives addresses to nobody but their owners."
            checked={draft.trustsEmail}
            onChange={set("trustsEmail")}
          />
        </Fold>
      </Form>
    </Dialog>
  );
};
