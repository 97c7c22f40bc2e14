// The page that the link of a mail about a sign-in or a change opens, for whoever it was not: it signs them out everywhere
// and asks for a new password.

import type { UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api, type Problem } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { NewPassword } from "../../shell/password-fields.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import styles from "./sign-in.module.css";

/** The token stands in the fragment, which no server sees. */
const token = (): string => location.hash.slice(1);

const disown = (more: { password?: string } = {}) =>
  answer(api.POST("/sessions/not_me", { body: { token: token(), ...more } }));

const NotMePage = () => {
  const ending = useMutationOf((_: undefined) => disown());
  const setting = useMutationOf((password: string) => disown({ password }));
  const isOver = setting.data !== undefined || ending.data?.needs_password === false;
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <p className={styles.mark}>
          <img src="/favicon.svg" alt="" width="40" height="40" />
          Bellwether
        </p>
        {!ending.data && (
          <>
            <h1>Was it not you?</h1>
            <p>
              We sign you out in every browser, and your password no longer works. Then you choose a new one.
            </p>
            <ErrorNotice problem={ending.error} />
            <Button look="primary" isBusy={ending.isPending} onClick={() => ending.mutate(undefined)}>
              Sign out everywhere
            </Button>
            <a href="/console">It was me: open the console</a>
          </>
        )}
        {ending.data?.needs_password && !isOver && (
          <ChoosePassword email={ending.data.email} sending={setting} />
        )}
        {isOver && (
          <>
            <h1>You are signed out everywhere</h1>
            <p>
              Sign in, and look under Settings for API keys and members that you do not know.
              {!setting.data && " You sign in through your identity provider: change your password there."}
            </p>
            <a href="/console">Sign in</a>
          </>
        )}
      </div>
    </main>
  );
};

export default NotMePage;

interface ChoiceProps {
  email: string;
  sending: UseMutationResult<unknown, Problem, string>;
}

const ChoosePassword = ({ email, sending }: ChoiceProps) => {
  const [password, setPassword] = useState("");
  return (
    <Form action="Set password" sending={sending} onSubmit={() => sending.mutate(password)}>
      <h1>Choose a new password</h1>
      <p>You are signed out everywhere.</p>
      <TextField label="E-mail" type="email" value={email} autoComplete="username" readOnly />
      <NewPassword value={password} onChange={setPassword} />
    </Form>
  );
};
