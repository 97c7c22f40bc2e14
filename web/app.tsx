// The console. Without a session only the sign-in page is shown, and only its code is loaded.

import { type ComponentType, lazy, Suspense, useRef } from "react";
import { Router } from "wouter";
import { useSession } from "./api/account.js";
import { SignInPage } from "./pages/sign-in/sign-in.js";
import { PageBoundary } from "./shell/page-error.js";
import { ErrorNotice } from "./ui/error-notice.js";

const JoinPage = lazy(() => import("./pages/sign-in/join.js"));
const NotMePage = lazy(() => import("./pages/sign-in/not-me.js"));
const SsoPage = lazy(() => import("./pages/sign-in/sso.js"));
const NeedsFactorPage = lazy(() => import("./pages/sign-in/needs-factor.js"));
const LaterRoutes = lazy(() => import("./routes.js"));

const isAt = (path: string): boolean => location.pathname.replace(/\/$/, "") === path;

/** Links of invitations lead here. */
const isJoining = (): boolean => isAt("/console/join");

/** Identity providers lead back here. */
const isReturning = (): boolean => isAt("/console/sso");

/** Links of mails about a sign-in lead here. */
const isDisowning = (): boolean => isAt("/console/not-me");

/** `Routes`: where they are loaded already. */
export const App = ({ Routes = LaterRoutes }: { Routes?: ComponentType | undefined }) => {
  const { data: session, error } = useSession();
  const wasSignedIn = useRef(false);
  if (session?.account) wasSignedIn.current = true;
  if (error && !session) return <ErrorNotice problem={error} />;
  if (!session) return null;
  if (isReturning())
    return (
      <Suspense>
        <SsoPage />
      </Suspense>
    );
  if (isDisowning())
    return (
      <Suspense>
        <NotMePage />
      </Suspense>
    );
  if (isJoining())
    return (
      <Suspense>
        <JoinPage session={session} />
      </Suspense>
    );
  if (!session.account) return <SignInPage session={session} hasEnded={wasSignedIn.current} />;
  if (session.needs_second_factor)
    return (
      <Suspense>
        <NeedsFactorPage />
      </Suspense>
    );
  return (
    <Router base="/console">
      <PageBoundary>
        <Suspense>
          <Routes key={session.account.id} />
        </Suspense>
      </PageBoundary>
    </Router>
  );
};
