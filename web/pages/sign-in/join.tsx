// The page that a link of an invitation opens: whose account it is, and how to accept.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { roleWords } from "../../../src/words/roles.js";
import { type Session, startAfresh, useSignOut } from "../../api/account.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { NewPassword } from "../../shell/password-fields.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { SignIn } from "./sign-in.js";
import styles from "./sign-in.module.css";

/** The token stands in the fragment, which no server sees. */
const token = (): string => location.hash.slice(1);

const JoinPage = ({ session }: { session: Session }) => {
  const { data: invitation, error } = useQuery({
    queryKey: ["invitation", token()],
    queryFn: () => answer(api.POST("/invitations/show", { body: { token: token() } })),
    retry: false,
  });
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <p className={styles.mark}>
          <img src="/favicon.svg" alt="" width="40" height="40" />
          Bellwether
        </p>
        {error && (
          <>
            <h1>Invitation</h1>
            <ErrorNotice problem={error} />
            <a href="/console">Open the console</a>
          </>
        )}
        {invitation && <Accept invitation={invitation} session={session} />}
      </div>
    </main>
  );
};

export default JoinPage;

interface AcceptProps {
  invitation: Schemas["InvitationShown"];
  session: Session;
}

const Accept = ({ invitation, session }: AcceptProps) => {
  const { account_name, email, role, has_user } = invitation;
  const [password, setPassword] = useState("");
  const accept = useMutationOf((body: { password?: string }) =>
    answer(api.POST("/invitations/accept", { body: { token: token(), ...body } })),
  );
  const open = { onSuccess: startAfresh };
  const about = (
    <p>
      You are invited to <strong>{account_name}</strong> as {roleWords[role].label.toLowerCase()}. <br />
      <span className="soft">{roleWords[role].meaning}</span>
    </p>
  );
  if (session.user)
    return (
      <>
        <h1>Join {account_name}</h1>
        {about}
        <ErrorNotice problem={accept.error} />
        <p className="soft">You are signed in as {session.user.email}.</p>
        <Button look="primary" isBusy={accept.isPending} onClick={() => accept.mutate({}, open)}>
          Accept invitation
        </Button>
        <OtherUser />
      </>
    );
  if (has_user)
    return (
      <>
        {about}
        <SignIn email={email} />
      </>
    );
  return (
    <Form action="Accept invitation" sending={accept} onSubmit={() => accept.mutate({ password }, open)}>
      <h1>Join {account_name}</h1>
      {about}
      <TextField label="E-mail" type="email" value={email} autoComplete="username" readOnly />
      <NewPassword
        label="Password"
        about="You sign in with it from now on."
        value={password}
        onChange={setPassword}
      />
    </Form>
  );
};

/** Signing out leaves the link in the address, so that somebody else can sign in with it. */
const OtherUser = () => {
  const signOut = useSignOut(() => location.reload());
  return (
    <Button look="quiet" isBusy={signOut.isPending} onClick={() => signOut.mutate()}>
      Sign out to use another address
    </Button>
  );
};
