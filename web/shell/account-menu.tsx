// The account that is signed in: others of the same person, the theme, the API reference, and signing out.

import { useSession, useSignOut, useSwitchAccount } from "../api/account.js";
import { Button } from "../ui/button.js";
import { Popover } from "../ui/popover.js";
import styles from "./layout.module.css";
import { ThemeChoice } from "./theme-choice.js";

export const AccountMenu = () => {
  const { data } = useSession();
  const signOut = useSignOut();
  const name = data?.account?.name ?? "Account";
  return (
    <Popover
      look="quiet"
      label={
        <>
          <span className={styles.initial} data-initial={name.slice(0, 1)} aria-hidden="true" />
          <span className={styles.accountName}>
            <span className="visually-hidden">Account: </span>
            {name}
          </span>
        </>
      }
    >
      {() => (
        <div className={styles.account}>
          <p>
            <strong>{name}</strong>
            <br />
            <span className="small soft">{data?.user?.email ?? data?.account?.email}</span>
          </p>
          <OtherAccounts />
          <ThemeChoice />
          <a href="/docs" className={styles.link}>
            API reference
          </a>
          <Button isBusy={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out
          </Button>
        </div>
      )}
    </Popover>
  );
};

/** Of a person who is in several. */
const OtherAccounts = () => {
  const { data } = useSession();
  const change = useSwitchAccount();
  const others = data?.accounts.filter(({ id }) => id !== data.account?.id) ?? [];
  if (others.length === 0) return null;
  return (
    <ul className={styles.accounts} aria-label="Other accounts">
      {others.map(({ id, name }) => (
        <li key={id}>
          <Button isBusy={change.isPending} onClick={() => change.mutate(id)}>
            Switch to {name}
          </Button>
        </li>
      ))}
    </ul>
  );
};
