// The account that is signed in, and the people it knows.

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "./client.js";
import type { Problem } from "./problem.js";

const current = { params: { path: { id: "current" } } } as const;

export const useAccount = (): UseQueryResult<Schemas["Account"], Problem> =>
  useQuery({ queryKey: ["account"], queryFn: () => answer(api.GET("/accounts/{id}", current)) });

export const changeAccount = (body: object) =>
  answer(api.PATCH("/accounts/{id}", { ...current, body: body as never }));
export const deleteAccount = () => answer(api.DELETE("/accounts/{id}", current));
export const restoreAccount = () => answer(api.POST("/accounts/{id}/restore", current));

export const useMails = (): UseQueryResult<Schemas["OutboxMessage"][], Problem> =>
  useQuery({ queryKey: ["mail"], queryFn: () => answer(api.GET("/accounts/current/outbox")) });

export const useEndpoints = (): UseQueryResult<Schemas["WebhookEndpoint"][], Problem> =>
  useQuery({ queryKey: ["webhook_endpoints"], queryFn: () => answer(api.GET("/webhook_endpoints")) });
