// Entry of the console: the cache of queries, and the pages.

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { Problem } from "./api/client.js";
import { takeFirst } from "./api/first.js";
import { App } from "./app.js";
import { applyTheme } from "./style/theme.js";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";

applyTheme();

/** An ended session leads to the sign-in page. */
const onError = (error: Error): void => {
  if (error instanceof Problem && error.isSignedOut) queries.invalidateQueries({ queryKey: ["session"] });
};

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // Requests fail at once while the browser is offline. Paused ones would be sent later, from pages that
    // the user has left.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      // Notices report changes; reading again when the window gets the focus covers the rest.
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && error instanceof Problem && error.mayPass,
    },
  },
});

/** Everything that the first page needs comes before it, so that it is drawn once, whole. */
const start = async (): Promise<void> => {
  const { route, answers } = takeFirst();
  for (const [key, body] of answers) queries.setQueryData(key, body);
  const Routes = route === undefined ? undefined : await routesWith(route);
  createRoot(document.getElementById("root")!).render(
    <QueryClientProvider client={queries}>
      <App Routes={Routes} />
    </QueryClientProvider>,
  );
};

/** Undefined where they cannot be loaded: then the page says so. */
const routesWith = async (route: string) => {
  try {
    const { default: Routes, prepare } = await import("./routes.js");
    await prepare(route);
    return Routes;
  } catch {
    return undefined;
  }
};

void start();
