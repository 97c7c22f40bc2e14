// The session and its account: signing up, in and out, the account's settings, its e-mails and its webhooks.

import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { may, type Permission } from "../../src/words/roles.js";
import { answer, api, type Problem, type Schemas } from "./client.js";

const current = { params: { path: { id: "current" } } } as const;

export const useAccount = (): UseQueryResult<Schemas["Account"], Problem> =>
  useQuery({ queryKey: ["account"], queryFn: () => answer(api.GET("/accounts/{id}", current)) });

export const changeAccount = (body: object) =>
  answer(api.PATCH("/accounts/{id}", { ...current, body: body as never }));
export const deleteAccount = () => answer(api.DELETE("/accounts/{id}", current));
export const restoreAccount = () => answer(api.POST("/accounts/{id}/restore", current));

/** Sends the confirmation of the e-mail address once more. */
export const sendConfirmation = () => answer(api.POST("/accounts/current/send_confirmation"));
export const revokeAllLinks = () => answer(api.POST("/accounts/{id}/revoke_links", current));

export const useApiKeys = (): UseQueryResult<Schemas["ApiKey"][], Problem> =>
  useQuery({ queryKey: ["api_keys"], queryFn: () => answer(api.GET("/accounts/current/api_keys")) });

export const useOutbox = (): UseQueryResult<Schemas["OutboxMessage"][], Problem> =>
  useAdministered(["mail"], () => answer(api.GET("/accounts/current/outbox")));

export const useEndpoints = (): UseQueryResult<Schemas["WebhookEndpoint"][], Problem> =>
  useAdministered(["webhook_endpoints"], () => answer(api.GET("/webhook_endpoints")));

/** Empty for whoever may not read it. */
const useAdministered = <T>(queryKey: string[], read: () => Promise<T[]>): UseQueryResult<T[], Problem> => {
  const isAllowed = useMay()("administer");
  return useQuery({ queryKey, queryFn: async () => (isAllowed ? read() : []) });
};

/** Troubles of the server at present. They are read again and again: there is no notice of them. */
export const useTroubles = (): UseQueryResult<Schemas["Trouble"][], Problem> =>
  useQuery({
    queryKey: ["troubles"],
    queryFn: async () => {
      const { data, error } = await api.GET("/ready");
      const state = data ?? error;
      return (state && "troubles" in state && state.troubles) || [];
    },
    refetchInterval: troublesMs,
  });

const troublesMs = 15_000;

export type Session = Schemas["Session"];

export const useSession = (): UseQueryResult<Session, Problem> =>
  useQuery({ queryKey: ["session"], queryFn: () => answer(api.GET("/sessions/current")), staleTime: 60_000 });

export const useSignUp = (): UseMutationResult<
  unknown,
  Problem,
  { name: string; email: string; password: string }
> => useSessionMutation((body) => answer(api.POST("/accounts", { body })));

export const useSignIn = (): UseMutationResult<
  unknown,
  Problem,
  { email: string; password: string; code?: string } | { api_key: string }
> => useSessionMutation((body) => answer(api.POST("/sessions", { body })));

/** What the role of the session allows. Nothing is hidden until it is known. */
export const useMay = (): ((permission: Permission) => boolean) => {
  const role = useSession().data?.role;
  return (permission) => !role || may(role, permission);
};

/** Loads the console again, in the other account. */
export const useSwitchAccount = (): UseMutationResult<unknown, Problem, string> =>
  useMutation({
    mutationFn: (account_id) => answer(api.POST("/sessions/current/account", { body: { account_id } })),
    onSuccess: startAfresh,
  });

export const useSignOut = (onSuccess: () => void = startAfresh): UseMutationResult<unknown, Problem, void> =>
  useMutation({ mutationFn: () => answer(api.DELETE("/sessions/current")), onSuccess });

/** In every browser, including this one. */
export const useSignOutEverywhere = (): UseMutationResult<unknown, Problem, void> =>
  useMutation({ mutationFn: () => answer(api.DELETE("/sessions")), onSuccess: startAfresh });

/** Nothing that was read or entered stays in the browser's tab. */
export const startAfresh = (): void => {
  sessionStorage.clear();
  location.assign("/");
};

/** Whoever signs in next must see nothing of what was read before. */
const useSessionMutation = <I>(
  run: (input: I) => Promise<unknown>,
): UseMutationResult<unknown, Problem, I> => {
  const queries = useQueryClient();
  return useMutation({ mutationFn: run, onSuccess: () => queries.resetQueries() });
};
