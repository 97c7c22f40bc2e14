// What is seen by who is not signed in: on a fresh service the way to the first account, else the way in.

import { useEffect, useRef, useState } from "react";
import { type Session, useSignIn, useSignUp } from "../../api/account.js";
import { Button } from "../../ui/button.js";
import { TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import styles from "./sign-in.module.css";

type Way = "sign-up" | "sign-in" | "key";

export const SignInPage = ({ session }: { session: Session }) => {
  const [way, setWay] = useState<Way>(session.is_first_start ? "sign-up" : "sign-in");
  const Entry = forms[way];
  const card = useFirstField(way);
  return (
    <main className={styles.door}>
      <div ref={card} className={styles.card}>
        <p className={styles.mark}>
          <img src="/favicon.svg" alt="" width="40" height="40" />
          Bellwether
        </p>
        {session.is_first_start && way === "sign-up" && (
          <p>
            Welcome. From a file of what your customers did comes, for each of them, how likely they are to
            buy again or to leave.
          </p>
        )}
        <Entry />
        <ul className={styles.ways}>
          {(["sign-in", "sign-up", "key"] as const)
            .filter((other) => other !== way && (other !== "sign-up" || session.can_sign_up))
            .map((other) => (
              <li key={other}>
                <Button look="quiet" onClick={() => setWay(other)}>
                  {leadsTo[other]}
                </Button>
              </li>
            ))}
        </ul>
      </div>
    </main>
  );
};

/** Whoever comes in, or chooses another way in, can type at once. */
const useFirstField = (way: Way) => {
  const card = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way in has other fields
  useEffect(() => {
    document.title = "Bellwether";
    card.current?.querySelector("input")?.focus();
  }, [way]);
  return card;
};

const leadsTo: Record<Way, string> = {
  "sign-in": "Sign in with e-mail and password",
  "sign-up": "Create an account",
  key: "Sign in with an API key",
};

const SignUp = () => {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signUp = useSignUp();
  return (
    <Form
      action="Create the account"
      sending={signUp}
      onSubmit={() => signUp.mutate({ name, email, password })}
    >
      <h1>Create an account</h1>
      <p className="soft">Everything stays on this machine: the account, your files, and the scores.</p>
      <TextField
        label="Name of your company"
        value={name}
        onChange={setName}
        autoComplete="organization"
        required
      />
      <TextField
        label="E-mail"
        type="email"
        hint="Told when something is built, or needs you."
        value={email}
        onChange={setEmail}
        autoComplete="username"
        required
      />
      <TextField
        label="Password"
        type="password"
        hint="At least 12 characters."
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        minLength={12}
        required
      />
    </Form>
  );
};

const SignIn = () => {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useSignIn();
  return (
    <Form action="Sign in" sending={signIn} onSubmit={() => signIn.mutate({ email, password })}>
      <h1>Sign in</h1>
      <TextField
        label="E-mail"
        type="email"
        value={email}
        onChange={setEmail}
        autoComplete="username"
        required
      />
      <TextField
        label="Password"
        type="password"
        hint={
          <>
            Forgotten? On the machine of the service, <code>bellwether password</code> sets a new one.
          </>
        }
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        required
      />
    </Form>
  );
};

const SignInByKey = () => {
  const [key, setKey] = useState("");
  const signIn = useSignIn();
  return (
    <Form action="Sign in" sending={signIn} onSubmit={() => signIn.mutate({ api_key: key })}>
      <h1>Sign in with an API key</h1>
      <p className="soft">
        For accounts that were made by a program. A password can be set afterwards, in the settings.
      </p>
      <TextField label="API key" type="password" value={key} onChange={setKey} autoComplete="off" required />
    </Form>
  );
};

const forms: Record<Way, () => React.ReactNode> = { "sign-up": SignUp, "sign-in": SignIn, key: SignInByKey };
