// E-mails that the service wrote, and whether each was sent.

import { useId } from "react";
import { useAccount, useOutbox, useSession } from "../../api/account.js";
import type { Schemas } from "../../api/client.js";
import { Page } from "../../shell/page.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatAgo, formatCounted, formatMoment } from "../../ui/format.js";
import { Empty, Skeleton } from "../../ui/panel.js";
import styles from "./outbox.module.css";

type Mail = Schemas["OutboxMessage"];

const Outbox = () => {
  const { data, error } = useOutbox();
  const { data: account } = useAccount();
  const { data: session } = useSession();
  return (
    <Page title="Outbox" about="E-mails from this service in the last 30 days: finished builds and alerts.">
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={6} />}
      {data?.length === 0 && (
        <Empty action={!account?.email && <ButtonLink to="/settings">Open Settings</ButtonLink>}>
          {account?.email
            ? "No e-mails in the last 30 days."
            : "No e-mails, because the account has no e-mail address. Add one in Settings."}
        </Empty>
      )}
      {session?.sends_email === false && <NoServer />}
      {data && data.length > 0 && (
        <ul className={styles.mails}>
          {data.map((mail) => (
            <li key={mail.id}>
              <Message mail={mail} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
};
export default Outbox;

const NoServer = () => (
  <p>
    This service sends no e-mails, because no mail server is set up. You can read them here. To send them, set{" "}
    <code>SMTP_URL</code> on the service.
  </p>
);

const Message = ({ mail }: { mail: Mail }) => {
  const id = useId();
  const state = mailState(mail);
  return (
    <article className={styles.mail} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.subject}>
          {mail.subject}
        </h2>
        <span className={styles[state.at]}>{state.text}</span>
      </header>
      <p className="small soft">
        To {mail.recipient}, {formatMoment(mail.created_at)}
      </p>
      {mail.error && <p className="small">{mail.error}</p>}
      <details>
        <summary>
          Show text<span className="visually-hidden"> of {mail.subject}</span>
        </summary>
        <p className={styles.body}>{mail.body}</p>
      </details>
    </article>
  );
};

export const mailState = (
  { sent_at, error, attempts }: Pick<Mail, "sent_at" | "error" | "attempts">,
  now = Date.now(),
): { at: "sent" | "waiting" | "failed"; text: string } => {
  if (sent_at) return { at: "sent", text: `Sent ${formatAgo(sent_at, now)}` };
  return error
    ? { at: "failed", text: `Not sent after ${formatCounted(attempts, "try", "tries")}` }
    : { at: "waiting", text: "Waiting" };
};
