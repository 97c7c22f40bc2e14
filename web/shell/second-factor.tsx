// Setting up and removing the second factor of whoever is signed in: an authenticator app with recovery codes.

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { encode } from "uqr";
import { answer, api, type Problem, type Schemas } from "../api/client.js";
import { useMutationOf } from "../api/resources.js";
import { Button, Copy, CopyButton } from "../ui/button.js";
import { TextField } from "../ui/field.js";
import { Form } from "../ui/form.js";
import { CurrentPassword } from "./password-fields.js";
import styles from "./second-factor.module.css";

/** `onDone`: once the user has seen the recovery codes. */
export const SetUpSecondFactor = ({ onDone }: { onDone: () => void }) => {
  const begin = useMutationOf((current_password: string) =>
    answer(api.POST("/sessions/current/second_factor", { body: { current_password } })),
  );
  // The session is read again only when the codes were seen: what shows them depends on it.
  const confirm = useMutation<Schemas["RecoveryCodes"], Problem, string>({
    mutationFn: (code) => answer(api.PUT("/sessions/current/second_factor", { body: { code } })),
  });
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recovery_codes} onDone={onDone} />;
  if (begin.data)
    return (
      <Form action="Confirm" sending={confirm} onSubmit={() => confirm.mutate(code)}>
        <p>
          Scan this with an authenticator app, or type the key into it. Then enter the code that it shows.
        </p>
        <QrCode text={begin.data.app_address} />
        <Copy text={begin.data.secret} label="key" />
        <TextField label="Code" value={code} onChange={setCode} autoComplete="one-time-code" required />
      </Form>
    );
  return (
    <Form action="Set up" sending={begin} onSubmit={() => begin.mutate(password)}>
      <CurrentPassword value={password} onChange={setPassword} />
    </Form>
  );
};

const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => (
  <>
    <p>
      <strong>Keep these recovery codes.</strong> Each signs you in once, on a day without the app. They are
      shown only now.
    </p>
    <ul className={styles.codes}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <CopyButton text={codes.join("\n")} label="codes" />
    <div>
      <Button look="primary" onClick={onDone}>
        I have kept them
      </Button>
    </div>
  </>
);

/** Light with a margin, in dark mode too: scanners need it. */
const QrCode = ({ text }: { text: string }) => {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for an authenticator app"
    >
      <path d={squares.join("")} />
    </svg>
  );
};

export const RemoveSecondFactor = ({ onDone }: { onDone: () => void }) => {
  const [password, setPassword] = useState("");
  const remove = useMutationOf((current_password: string) =>
    answer(api.DELETE("/sessions/current/second_factor", { body: { current_password } })),
  );
  return (
    <Form action="Remove" sending={remove} onSubmit={() => remove.mutate(password, { onSuccess: onDone })}>
      <CurrentPassword value={password} onChange={setPassword} />
    </Form>
  );
};
