// The boundary around a page: where it fails, the menu stays, and the page says what happened and how to go
// on. A page that could not be fetched is loaded again by itself, as soon as the service answers.

import { Component, type ReactNode, useEffect, useState } from "react";
import { Button, ButtonLink } from "../ui/button.js";
import { forgetDrafts, hasDrafts } from "../ui/draft.js";
import { Panel } from "../ui/panel.js";
import { isMissingPage, isServed, reloadOnce, reportUnlessMissing } from "./missing-page.js";
import styles from "./page.module.css";
import { PageFrame } from "./page-frame.js";

interface Failed {
  error: unknown;
}

export class PageBoundary extends Component<{ children: ReactNode }, { failed: Failed | undefined }> {
  override state: { failed: Failed | undefined } = { failed: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } };
  }

  override componentDidCatch(error: unknown) {
    reportUnlessMissing(error);
  }

  override render() {
    const { failed } = this.state;
    if (!failed) return this.props.children;
    return isMissingPage(failed.error) ? <MissingPage /> : <FailedPage error={failed.error} />;
  }
}

const retryMs = 2000;

const MissingPage = () => {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const retry = async () => {
      if (await isServed()) {
        if (reloadOnce()) return;
        setAway(false);
      } else setAway(true);
      timer = setTimeout(retry, retryMs);
    };
    void retry();
    return () => clearTimeout(timer);
  }, []);
  return (
    <PageFrame title="This page could not be loaded">
      <Panel title={isAway ? "The service does not answer" : "Loading it again"}>
        <p role="status">
          {isAway
            ? "It may be restarting, or you are offline. The page loads by itself once the service answers."
            : "The service may have been upgraded since you opened the console. Reload to get the new version."}{" "}
          Entries in forms are kept.
        </p>
        <div>
          <Button look="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      </Panel>
    </PageFrame>
  );
};

const FailedPage = ({ error }: { error: unknown }) => (
  <PageFrame title="This page does not work">
    <Panel title="An error in the console">
      <p role="alert">
        Your data are safe. Reload the page; if that does not help, report the error with the text below.
      </p>
      <pre className={styles.error}>{error instanceof Error ? error.message : String(error)}</pre>
      <div className={styles.actions}>
        <Button look="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        {hasDrafts() && (
          <Button
            onClick={() => {
              forgetDrafts();
              location.reload();
            }}
          >
            Discard unsaved entries and reload
          </Button>
        )}
        <ButtonLink to="/">Home</ButtonLink>
      </div>
    </Panel>
  </PageFrame>
);
