// The page on which a member decides whether an assistant gets access: who asks, for what, in which account, and with which
// role. The name is the assistant's own word, so the page says to whom the access really goes.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { roleWords } from "../../../src/words/roles.js";
import { type Session, useSession } from "../../api/account.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { Button } from "../../ui/button.js";
import { ChoiceField } from "../../ui/choice-field.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { SelectField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { Facts, Panel, Skeleton } from "../../ui/panel.js";

type AccessRequest = Schemas["AccessRequest"];
type Role = AccessRequest["proposed_role"];

const Connect = () => {
  const [query] = useState(() => location.search.slice(1));
  const { data: session } = useSession();
  const { data: access, error } = useQuery({
    queryKey: ["access request", query],
    queryFn: () => answer(api.GET("/assistants/request", { params: { query: { query: query || "none" } } })),
    retry: false,
  });
  return (
    <Page title="Connect an assistant">
      <ErrorNotice problem={error} />
      {!access && !error && <Skeleton />}
      {access && session && <Decision access={access} session={session} query={query} />}
    </Page>
  );
};
export default Connect;

const Decision = ({ access, session, query }: { access: AccessRequest; session: Session; query: string }) => {
  const { client_name: name, returns_to, is_on_device, resource, roles, proposed_role, refusal_url } = access;
  const [role, setRole] = useState<Role>(proposed_role);
  const allow = useMutationOf((body: { query: string; role: Role }) =>
    answer(api.POST("/assistants", { body })),
  );
  const leave = (url: string) => location.assign(url);
  return (
    <Panel title={`${name} asks for access`}>
      <Facts
        facts={[
          ["Account", session.account?.name],
          ["In the name of", session.user?.email ?? "an API key"],
          ["Access goes to", is_on_device ? `a program on this device (${returns_to})` : returns_to],
          ["Through", resource],
        ]}
      />
      <OtherAccounts session={session} />
      <Form
        action="Allow"
        sending={allow}
        onSubmit={() =>
          allow.mutate({ query, role }, { onSuccess: ({ redirect_url }) => leave(redirect_url) })
        }
        aside={<Button onClick={() => leave(refusal_url)}>Do not allow</Button>}
      >
        <ChoiceField
          legend="What it may do"
          value={role}
          choices={roles.map((value) => ({ value, ...roleWords[value] }))}
          onChange={setRole}
        />
        <p>
          Allow it only if you have just asked {is_on_device ? "a program on this device" : returns_to} to
          connect. What it reads goes to whoever runs it. You can end its access under Settings at any time.
        </p>
      </Form>
    </Panel>
  );
};

/** The session moves to the other account, and the page asks again there. */
const OtherAccounts = ({ session }: { session: Session }) => {
  const move = useMutationOf((account_id: string) =>
    answer(api.POST("/sessions/current/account", { body: { account_id } })),
  );
  if (session.accounts.length < 2) return null;
  return (
    <>
      <SelectField
        label="Choose another account"
        value={session.account?.id ?? ""}
        choices={session.accounts.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => move.mutate(id, { onSuccess: () => location.reload() })}
      />
      <ErrorNotice problem={move.error} />
    </>
  );
};
