// The page to which an identity provider sends people back. It passes the provider's answer on to the service, and asks
// users with a second factor for its code.

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { startAfresh } from "../../api/account.js";
import { answer, api, type Problem } from "../../api/client.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Form } from "../../ui/form.js";
import { CodeField } from "./code-field.js";
import { takeKeptPage } from "./kept-page.js";
import styles from "./sign-in.module.css";

const asksForCode = (problem: Problem | null): boolean =>
  problem?.fields.some(({ path }) => path === "code") ?? false;

const SsoPage = () => {
  const [query] = useState(location.search.slice(1));
  const [code, setCode] = useState("");
  const isSent = useRef(false);
  const open = { onSuccess: () => location.replace(takeKeptPage()) };
  const back = useMutation<unknown, Problem, { query: string }>({
    mutationFn: (body) => answer(api.POST("/sessions/sso", { body })),
    ...open,
  });
  const withCode = useMutation<unknown, Problem, { code: string }>({
    mutationFn: (body) => answer(api.POST("/sessions/sso", { body })),
    ...open,
  });
  const { mutate } = back;
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    document.title = "Bellwether";
    // The answer is good once, and need not stay in the browser's history.
    history.replaceState(null, "", "/console/sso");
    mutate({ query: query === "" ? "none" : query });
  }, [mutate, query]);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <p className={styles.mark}>
          <img src="/favicon.svg" alt="" width="40" height="40" />
          Bellwether
        </p>
        {asksForCode(back.error) ? (
          <Form action="Sign in" sending={withCode} onSubmit={() => withCode.mutate({ code })}>
            <h1>Enter your code</h1>
            <CodeField value={code} onChange={setCode} />
          </Form>
        ) : (
          <>
            <h1>{back.error ? "You are not signed in" : "Signing in"}</h1>
            <ErrorNotice problem={back.error} />
            {back.error && (
              <a href="/console" onClick={startAfresh}>
                Back to the sign-in page
              </a>
            )}
          </>
        )}
      </div>
    </main>
  );
};

export default SsoPage;
