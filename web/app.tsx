// The console. Without a session only the sign-in page is shown, and only its code is loaded.

import { type ComponentType, lazy, Suspense, useRef } from "react";
import { Router } from "wouter";
import { useSession } from "./api/account.js";
import { SignInPage } from "./pages/sign-in/sign-in.js";
import { PageBoundary } from "./shell/page-error.js";
import { ErrorNotice } from "./ui/error-notice.js";

const JoinPage = lazy(() => import("./pages/sign-in/join.js"));
const SsoPage = lazy(() => import("./pages/sign-in/sso.js"));
const NeedsFactorPage = lazy(() => import("./pages/sign-in/needs-factor.js"));
const LaterRoutes = lazy(() => import("./routes.js"));

/** Links of invitations lead here. */
const isJoining = (): boolean => location.pathname.replace(/\/$/, "") === "/console/join";

/** Identity providers lead back here. */
const isReturning = (): boolean => location.pathname.replace(/\/$/, "") === "/console/sso";

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
