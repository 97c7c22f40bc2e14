// The sign-in page. A new service opens with the form for the first account.

import { type ComponentType, useEffect, useRef, useState } from "react";
import { type Session, useSession, useSignIn, useSignUp } from "../../api/account.js";
import { NewPassword } from "../../shell/password-fields.js";
import { Button } from "../../ui/button.js";
import { TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { CodeField } from "./code-field.js";
import { PasskeyButton } from "./passkey-button.js";
import { ProviderButtons } from "./provider-buttons.js";
import styles from "./sign-in.module.css";

type Method = "sign-up" | "sign-in" | "key";

export const SignInPage = ({ session, hasEnded }: { session: Session; hasEnded: boolean }) => {
  const [method, setMethod] = useState<Method>(session.is_first_start && !hasEnded ? "sign-up" : "sign-in");
  const Entry = forms[method];
  const card = useFirstField(method);
  return (
    <main className={styles.page}>
      <div ref={card} className={styles.card}>
        <p className={styles.mark}>
          <img src="/favicon.svg" alt="" width="40" height="40" />
          Bellwether
        </p>
        {hasEnded && <p role="status">Your session ended. Sign in to go on. Your entries are still here.</p>}
        {session.is_first_start && method === "sign-up" && (
          <p>
            Welcome to Bellwether. Upload your order history. See how likely each customer is to buy again or
            to leave.
          </p>
        )}
        <Entry />
        <ul className={styles.methods}>
          {(["sign-in", "sign-up", "key"] as const)
            .filter((other) => other !== method && (other !== "sign-up" || session.can_sign_up))
            .map((other) => (
              <li key={other}>
                <Button look="quiet" onClick={() => setMethod(other)}>
                  {linkText[other]}
                </Button>
              </li>
            ))}
        </ul>
      </div>
    </main>
  );
};

/** Focuses the first field of the form. */
const useFirstField = (method: Method) => {
  const card = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another method has other fields
  useEffect(() => {
    document.title = "Bellwether";
    card.current?.querySelector("input")?.focus();
  }, [method]);
  return card;
};

const linkText: Record<Method, string> = {
  "sign-in": "Sign in with e-mail and password",
  "sign-up": "Create an account",
  key: "Sign in with an API key",
};

const SignUp = () => {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { data: session } = useSession();
  const signUp = useSignUp();
  return (
    <Form action="Create account" sending={signUp} onSubmit={() => signUp.mutate({ name, email, password })}>
      <h1>Create an account</h1>
      <p className="soft">Your account, files and results stay on this machine.</p>
      <TextField label="Company name" value={name} onChange={setName} autoComplete="organization" required />
      <TextField
        label="E-mail"
        type="email"
        hint={session?.sends_email ? "We e-mail you when a build finishes or needs attention." : undefined}
        value={email}
        onChange={setEmail}
        autoComplete="username"
        required
      />
      <NewPassword label="Password" value={password} onChange={setPassword} />
    </Form>
  );
};

export const SignIn = ({ email: known = "" }: { email?: string }) => {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState<string>();
  const signIn = useSignIn();
  const submit = () =>
    signIn.mutate(
      { email, password, ...(code !== undefined && { code }) },
      { onError: ({ fields }) => fields.some(({ path }) => path === "code") && setCode(code ?? "") },
    );
  return (
    <>
      <Form action="Sign in" sending={code === "" ? { ...signIn, error: null } : signIn} onSubmit={submit}>
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
              Forgot it? Run <code>bellwether password</code> on the server to set a new one.
            </>
          }
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          required
        />
        {code !== undefined && <CodeField value={code} onChange={setCode} />}
      </Form>
      <PasskeyButton />
      <ProviderButtons email={email} />
    </>
  );
};

const SignInByKey = () => {
  const [key, setKey] = useState("");
  const signIn = useSignIn();
  return (
    <Form action="Sign in" sending={signIn} onSubmit={() => signIn.mutate({ api_key: key })}>
      <h1>Sign in with an API key</h1>
      <p className="soft">
        For accounts that a program created. You can set a password afterwards in Settings.
      </p>
      <TextField label="API key" type="password" value={key} onChange={setKey} autoComplete="off" required />
    </Form>
  );
};

const forms: Record<Method, ComponentType> = {
  "sign-up": SignUp,
  "sign-in": SignIn,
  key: SignInByKey,
};
