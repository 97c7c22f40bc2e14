// Routes of the console for whoever is signed in. The code of a page is loaded when it is first opened, and that of the
// first page before anything is drawn.

import { useQueryClient } from "@tanstack/react-query";
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from "react";
import { matchRoute, Redirect, useLocation, useRouter } from "wouter";
import { leastRole, type Permission, roleWords } from "../src/words/roles.js";
import { useMay } from "./api/account.js";
import { listen } from "./api/live.js";
import { Finder } from "./pages/find/finder.js";
import { Layout } from "./shell/layout.js";
import { Page } from "./shell/page.js";
import { PageBoundary } from "./shell/page-error.js";
import { afterPaint } from "./ui/after-paint.js";
import { Skeleton } from "./ui/panel.js";

const Routes = () => {
  const queries = useQueryClient();
  const [location] = useLocation();
  const shownLocation = useReadyLocation(location);
  useLinkedCode();
  useEffect(() => listen(queries), [queries]);
  const page = useMemo(() => <PageAt location={shownLocation} />, [shownLocation]);
  if (location.startsWith(outsideConsole)) return <Redirect to="/" replace />;
  return <Layout finder={<Finder />}>{page}</Layout>;
};
export default Routes;

/** The last location whose page can be drawn. The menu answers a click at once, and the page follows when its code is there. */
const useReadyLocation = (location: string): string => {
  const routeAt = useRouteAt();
  const [ready, setReady] = useState(location);
  useEffect(() => {
    let isWanted = true;
    const show = () => isWanted && setReady(location);
    void prepare(routeAt(location)).then(show, show);
    return () => {
      isWanted = false;
    };
  }, [routeAt, location]);
  return ready;
};

/** Loads the code of a page when the pointer or the focus comes to a link to it. */
const useLinkedCode = (): void => {
  const routeAt = useRouteAt();
  const { base } = useRouter();
  useEffect(() => {
    const ended = new AbortController();
    const load = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest("a") : null;
      if (!link?.pathname.startsWith(`${base}/`) || link.origin !== window.location.origin) return;
      const route = routeAt(link.pathname.slice(base.length));
      // The page itself says it if this fails again.
      afterPaint(() => void prepare(route).catch(() => undefined));
    };
    for (const type of ["pointerover", "focusin"])
      document.addEventListener(type, load, { signal: ended.signal, passive: true });
    return () => ended.abort();
  }, [routeAt, base]);
};

const useRouteAt = () => {
  const { parser } = useRouter();
  return useCallback(
    (location: string) => routes.find(([path]) => matchRoute(parser, path, location)[0])?.[0],
    [parser],
  );
};

/** Not by wouter's `Switch`: it draws its page again at each click that leads away from it. */
const PageAt = ({ location }: { location: string }) => {
  const { parser } = useRouter();
  return (
    <PageBoundary key={location}>
      <Suspense fallback={<Skeleton rows={8} label="Loading the page" />}>
        {pageAt((path) => matchRoute(parser, path, location))}
      </Suspense>
    </PageBoundary>
  );
};

const pageAt = (match: (path: string) => ReturnType<typeof matchRoute>) => {
  for (const [path, load, permission = "look"] of routes) {
    const [isAt, params] = match(path);
    if (!isAt) continue;
    const Shown = shownBy(load);
    return (
      <OpenTo permission={permission}>
        <Shown {...(params as { id: string })} />
      </OpenTo>
    );
  }
  const [, to] = moved.find(([from]) => match(from)[0]) ?? [];
  return to === undefined ? <Unknown /> : <Redirect to={to} replace />;
};

/** The page for whoever may see it; for others, who may. */
const OpenTo = ({ permission, children }: { permission: Permission; children: ReactNode }) => {
  if (useMay()(permission)) return children;
  return (
    <Page title="Not open to your role">
      <p>
        This page is for the role {roleWords[leastRole[permission]].label.toLowerCase()} and those above it.
        The owner or an administrator can change your role under Settings, Team.
      </p>
    </Page>
  );
};

/** wouter marks an address outside of the router's base with it. */
const outsideConsole = "~";

const Unknown = () => (
  <Page title="Page not found">
    <p>It may have been deleted, or the address is incomplete. Use the menu to find what you need.</p>
  </Page>
);

/** Pages of one resource get its `id`. */
type Shown = ComponentType<{ id: string }>;
type Load = () => Promise<{ default: Shown }>;

/**
 * `permission`: what the page needs, by default to look.
 * The build reads here which files a page needs, so that the service can name them (vite.config.ts).
 */
const routes: readonly (readonly [path: string, load: Load, permission?: Permission])[] = [
  ["/", () => import("./pages/home/home.js")],
  ["/data", () => import("./pages/data/data.js")],
  ["/datasets/new", () => import("./pages/datasets/new.js")],
  ["/datasets/:id", () => import("./pages/datasets/dataset.js")],
  ["/datasets/:id/mapping", () => import("./pages/datasets/mapping-page.js")],
  ["/streams", () => import("./pages/streams/streams.js")],
  ["/streams/:id", () => import("./pages/streams/stream.js")],
  ["/traits", () => import("./pages/traits/traits.js")],
  ["/traits/:id", () => import("./pages/traits/trait.js")],
  ["/places", () => import("./pages/places/places.js")],
  ["/places/new", () => import("./pages/places/new.js")],
  ["/places/:id", () => import("./pages/places/place.js")],
  ["/atlases", () => import("./pages/atlases/atlases.js")],
  ["/atlases/:id", () => import("./pages/atlases/atlas.js")],
  ["/connections", () => import("./pages/connections/connections.js")],
  ["/connections/new", () => import("./pages/connections/new.js")],
  ["/connections/:id", () => import("./pages/connections/connection.js")],
  ["/persona-sets", () => import("./pages/persona-sets/persona-sets.js")],
  ["/persona-sets/new", () => import("./pages/persona-sets/new.js")],
  ["/persona-sets/:id", () => import("./pages/persona-sets/persona-set.js")],
  ["/recommenders", () => import("./pages/recommenders/recommenders.js")],
  ["/recommenders/new", () => import("./pages/recommenders/new.js")],
  ["/recommenders/:id", () => import("./pages/recommenders/recommender.js")],
  ["/hold-outs", () => import("./pages/holdouts/holdouts.js")],
  ["/hold-outs/new", () => import("./pages/holdouts/edit.js")],
  ["/hold-outs/:id", () => import("./pages/holdouts/holdout.js")],
  ["/hold-outs/:id/edit", () => import("./pages/holdouts/edit.js")],
  ["/graph", () => import("./pages/graph/graph.js")],
  ["/triggers", () => import("./pages/triggers/triggers.js")],
  ["/triggers/new", () => import("./pages/triggers/edit.js")],
  ["/triggers/:id", () => import("./pages/triggers/trigger.js")],
  ["/triggers/:id/edit", () => import("./pages/triggers/edit.js")],
  ["/webhooks", () => import("./pages/webhooks/webhooks.js")],
  ["/webhooks/new", () => import("./pages/webhooks/new.js")],
  ["/webhooks/:id", () => import("./pages/webhooks/webhook.js")],
  ["/outbox", () => import("./pages/outbox/outbox.js")],
  ["/settings", () => import("./pages/settings/settings.js")],
  ["/connect", () => import("./pages/assistants/connect.js")],
  ["/settings/team", () => import("./pages/team/team.js")],
  ["/settings/single-sign-on", () => import("./pages/single-sign-on/single-sign-on.js"), "administer"],
  ["/settings/audit", () => import("./pages/audit/audit.js"), "administer"],
  ["/cohorts", () => import("./pages/cohorts/cohorts.js")],
  ["/cohorts/new", () => import("./pages/cohorts/edit.js")],
  ["/cohorts/:id", () => import("./pages/cohorts/cohort.js")],
  ["/cohorts/:id/edit", () => import("./pages/cohorts/edit.js")],
  ["/people", () => import("./pages/people/people.js")],
  ["/people/decisions", () => import("./pages/people/decisions.js"), "read"],
  ["/people/review", () => import("./pages/people/review.js"), "read"],
  ["/people/:id", () => import("./pages/people/person.js")],
  ["/pipelines", () => import("./pages/pipelines/pipelines.js")],
  ["/pipelines/new", () => import("./pages/pipelines/edit.js")],
  ["/pipelines/:id", () => import("./pages/pipelines/pipeline.js")],
  ["/pipelines/:id/replays", () => import("./pages/pipelines/replays.js")],
  ["/pipelines/:id/edit", () => import("./pages/pipelines/edit.js")],
  ["/deployments", () => import("./pages/deployments/deployments.js")],
  ["/deployments/new", () => import("./pages/deployments/edit.js")],
  ["/deployments/:id", () => import("./pages/deployments/deployment.js")],
  ["/deployments/:id/edit", () => import("./pages/deployments/edit.js")],
  ["/claims", () => import("./pages/claims/claims.js")],
  ["/predictions", () => import("./pages/predictions/predictions.js")],
  ["/predictions/new", () => import("./pages/predictions/new.js")],
  ["/predictions/:id", () => import("./pages/predictions/plan.js")],
  ["/predictions/:id/list", () => import("./pages/predictions/list.js")],
  ["/predictions/:id/campaign", () => import("./pages/predictions/campaign.js")],
  ["/predictions/:id/came-true", () => import("./pages/predictions/judgement.js")],
  ["/predictions/:id/evidence", () => import("./pages/predictions/evidence.js")],
  ["/predictions/:id/settings", () => import("./pages/predictions/settings.js")],
  ["/outcomes/new", () => import("./pages/outcomes/edit.js")],
  ["/outcomes/:id", () => import("./pages/predictions/plan.js")],
  ["/outcomes/:id/edit", () => import("./pages/outcomes/edit.js")],
];

const shown = new Map<Load, Shown>();

const shownBy = (load: Load): Shown => {
  const known = shown.get(load) ?? lazy(load);
  shown.set(load, known);
  return known;
};

/** Loads the code of the page of a route, so that the page is drawn at once. */
export const prepare = async (route: string | undefined): Promise<void> => {
  const [, load] = routes.find(([path]) => path === route) ?? [];
  if (load && !shown.has(load)) shown.set(load, (await load()).default);
};

/** Earlier addresses. */
const moved = [
  ["/datasets", "/data"],
  ["/outcomes", "/predictions"],
  ["/start", "/predictions/new"],
] as const;
