// E-mails of the service: what each says, and whether it was sent.

import { useId } from "react";
import { useAccount, useOutbox } from "../../api/account.js";
import type { Schemas } from "../../api/client.js";
import { Page } from "../../shell/page.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatMoment } from "../../ui/format.js";
import { Empty, Skeleton } from "../../ui/panel.js";
import { mailState } from "./mail-state.js";
import styles from "./outbox.module.css";

type Mail = Schemas["OutboxMessage"];

const Outbox = () => {
  const { data, error } = useOutbox();
  const { data: account } = useAccount();
  return (
    <Page
      title="Outbox"
      about="What the service wrote to you by e-mail: builds that ended, and what needs you."
    >
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={6} />}
      {data?.length === 0 && (
        <Empty action={!account?.email && <ButtonLink to="/settings">Settings</ButtonLink>}>
          {account?.email
            ? "Nothing was written yet."
            : "Nothing is written, for the account has no e-mail address. Give it one in the settings."}
        </Empty>
      )}
      {data?.some(({ sent_at, attempts }) => !sent_at && attempts === 0) && <NoServer />}
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
  <p className="small">
    Mails that wait were not tried yet. If they go on waiting, the service has no mail server: whoever runs it
    sets <code>BELLWETHER_SMTP_URL</code>. Until then they can be read here.
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
        <span className={styles[state.at]}>{state.words}</span>
      </header>
      <p className="small soft">
        To {mail.recipient}, {formatMoment(mail.created_at)}
      </p>
      {mail.error && <p className="small">{mail.error}</p>}
      <details>
        <summary>
          Its text<span className="visually-hidden"> of {mail.subject}</span>
        </summary>
        <p className={styles.body}>{mail.body}</p>
      </details>
    </article>
  );
};
