// Buttons of the identity providers through which somebody can sign in: those of the installation, and those of their
// address's domain.

import { useMutation, useQuery } from "@tanstack/react-query";
import { answer, api, type Problem } from "../../api/client.js";
import { useDebounced } from "../../api/use-debounced.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { keepPage } from "./kept-page.js";
import styles from "./sign-in.module.css";

const isWhole = (email: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(email.trim());

export const ProviderButtons = ({ email }: { email: string }) => {
  const known = useDebounced(isWhole(email) ? email.trim() : "");
  const { data } = useQuery({
    queryKey: ["sso", known],
    queryFn: () =>
      answer(api.POST("/sessions/sso/providers", { body: known === "" ? {} : { email: known } })),
    placeholderData: (before) => before,
    retry: false,
  });
  const start = useMutation<{ url: string }, Problem, string>({
    mutationFn: (provider_id) =>
      answer(
        api.POST("/sessions/sso/start", { body: { provider_id, ...(known !== "" && { email: known }) } }),
      ),
    onSuccess: ({ url }) => {
      keepPage();
      location.assign(url);
    },
  });
  if (!data || data.length === 0) return null;
  return (
    <div className={styles.providers}>
      {data.map(({ id, name }) => (
        <Button key={id} isBusy={start.isPending && start.variables === id} onClick={() => start.mutate(id)}>
          Sign in with {name}
        </Button>
      ))}
      <ErrorNotice problem={start.error} />
    </div>
  );
};
