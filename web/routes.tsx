// Routes of the console for whoever is signed in. The code of a page is loaded when it is first opened.

import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { listen } from "./api/live.js";
import { Finder } from "./pages/find/finder.js";
import { Layout } from "./shell/layout.js";
import { Page } from "./shell/page.js";
import { PageBoundary } from "./shell/page-error.js";
import { Skeleton } from "./ui/panel.js";

const Routes = () => {
  const queries = useQueryClient();
  const [location] = useLocation();
  useEffect(() => listen(queries), [queries]);
  if (location.startsWith(outsideConsole)) return <Redirect to="/" replace />;
  return (
    <Layout finder={<Finder />}>
      <PageBoundary key={location}>
        <Suspense fallback={<Skeleton rows={8} label="Loading the page" />}>
          <Switch>
            {routes.map(([path, Shown]) => (
              <Route key={path} path={path}>
                {(params) => <Shown {...(params as { id: string })} />}
              </Route>
            ))}
            {moved.map(([from, to]) => (
              <Route key={from} path={from}>
                <Redirect to={to} replace />
              </Route>
            ))}
            <Route>
              <Unknown />
            </Route>
          </Switch>
        </Suspense>
      </PageBoundary>
    </Layout>
  );
};
export default Routes;

/** wouter marks an address outside of the router's base with it. */
const outsideConsole = "~";

const Unknown = () => (
  <Page title="Page not found">
    <p>It may have been deleted, or the address is incomplete. Use the menu to find what you need.</p>
  </Page>
);

/** Pages of one resource get its `id`. */
type Shown = ComponentType<{ id: string }>;

const routes: readonly (readonly [path: string, Shown])[] = [
  ["/", lazy(() => import("./pages/home/home.js"))],
  ["/data", lazy(() => import("./pages/data/data.js"))],
  ["/datasets/new", lazy(() => import("./pages/datasets/new.js"))],
  ["/datasets/:id", lazy(() => import("./pages/datasets/dataset.js"))],
  ["/datasets/:id/mapping", lazy(() => import("./pages/datasets/mapping-page.js"))],
  ["/streams", lazy(() => import("./pages/streams/streams.js"))],
  ["/streams/:id", lazy(() => import("./pages/streams/stream.js"))],
  ["/traits", lazy(() => import("./pages/traits/traits.js"))],
  ["/traits/:id", lazy(() => import("./pages/traits/trait.js"))],
  ["/places", lazy(() => import("./pages/places/places.js"))],
  ["/places/new", lazy(() => import("./pages/places/new.js"))],
  ["/places/:id", lazy(() => import("./pages/places/place.js"))],
  ["/connections", lazy(() => import("./pages/connections/connections.js"))],
  ["/connections/new", lazy(() => import("./pages/connections/new.js"))],
  ["/connections/:id", lazy(() => import("./pages/connections/connection.js"))],
  ["/persona-sets", lazy(() => import("./pages/persona-sets/persona-sets.js"))],
  ["/persona-sets/new", lazy(() => import("./pages/persona-sets/new.js"))],
  ["/persona-sets/:id", lazy(() => import("./pages/persona-sets/persona-set.js"))],
  ["/recommenders", lazy(() => import("./pages/recommenders/recommenders.js"))],
  ["/recommenders/new", lazy(() => import("./pages/recommenders/new.js"))],
  ["/recommenders/:id", lazy(() => import("./pages/recommenders/recommender.js"))],
  ["/graph", lazy(() => import("./pages/graph/graph.js"))],
  ["/webhooks", lazy(() => import("./pages/webhooks/webhooks.js"))],
  ["/webhooks/new", lazy(() => import("./pages/webhooks/new.js"))],
  ["/webhooks/:id", lazy(() => import("./pages/webhooks/webhook.js"))],
  ["/outbox", lazy(() => import("./pages/outbox/outbox.js"))],
  ["/settings", lazy(() => import("./pages/settings/settings.js"))],
  ["/settings/audit", lazy(() => import("./pages/audit/audit.js"))],
  ["/cohorts", lazy(() => import("./pages/cohorts/cohorts.js"))],
  ["/cohorts/new", lazy(() => import("./pages/cohorts/edit.js"))],
  ["/cohorts/:id", lazy(() => import("./pages/cohorts/cohort.js"))],
  ["/cohorts/:id/edit", lazy(() => import("./pages/cohorts/edit.js"))],
  ["/people", lazy(() => import("./pages/people/people.js"))],
  ["/people/decisions", lazy(() => import("./pages/people/decisions.js"))],
  ["/people/review", lazy(() => import("./pages/people/review.js"))],
  ["/people/:id", lazy(() => import("./pages/people/person.js"))],
  ["/pipelines", lazy(() => import("./pages/pipelines/pipelines.js"))],
  ["/pipelines/new", lazy(() => import("./pages/pipelines/edit.js"))],
  ["/pipelines/:id", lazy(() => import("./pages/pipelines/pipeline.js"))],
  ["/pipelines/:id/replays", lazy(() => import("./pages/pipelines/replays.js"))],
  ["/pipelines/:id/edit", lazy(() => import("./pages/pipelines/edit.js"))],
  ["/deployments", lazy(() => import("./pages/deployments/deployments.js"))],
  ["/deployments/new", lazy(() => import("./pages/deployments/edit.js"))],
  ["/deployments/:id", lazy(() => import("./pages/deployments/deployment.js"))],
  ["/deployments/:id/edit", lazy(() => import("./pages/deployments/edit.js"))],
  ["/claims", lazy(() => import("./pages/claims/claims.js"))],
  ["/predictions", lazy(() => import("./pages/predictions/predictions.js"))],
  ["/predictions/new", lazy(() => import("./pages/predictions/new.js"))],
  ["/predictions/:id", lazy(() => import("./pages/predictions/plan.js"))],
  ["/predictions/:id/list", lazy(() => import("./pages/predictions/list.js"))],
  ["/predictions/:id/campaign", lazy(() => import("./pages/predictions/campaign.js"))],
  ["/predictions/:id/came-true", lazy(() => import("./pages/predictions/judgement.js"))],
  ["/predictions/:id/evidence", lazy(() => import("./pages/predictions/evidence.js"))],
  ["/predictions/:id/settings", lazy(() => import("./pages/predictions/settings.js"))],
  ["/outcomes/new", lazy(() => import("./pages/outcomes/edit.js"))],
  ["/outcomes/:id", lazy(() => import("./pages/predictions/plan.js"))],
  ["/outcomes/:id/edit", lazy(() => import("./pages/outcomes/edit.js"))],
];

/** Earlier addresses. */
const moved = [
  ["/datasets", "/data"],
  ["/outcomes", "/predictions"],
  ["/start", "/predictions/new"],
] as const;
