// The rule for requests to this machine or its network, such as webhooks and connections to databases.

import { hostOf, isLoopback } from "../domain/private-address.js";
import type { Config } from "./config.js";

/** By default only a service that is reached from its own machine alone: its users could send such requests themselves. */
export const mayReachPrivateAddresses = ({
  webhookPrivateAddresses: rule,
  host,
  publicUrl,
}: Config): boolean => rule === "always" || (rule === "if-local" && isLocalOnly({ host, publicUrl }));

/** Whether e-mail addresses must be confirmed: on a machine of one's own, all who sign up are known. */
export const asksForConfirmation = ({
  emailConfirmation: rule,
  host,
  publicUrl,
}: Pick<Config, "emailConfirmation" | "host" | "publicUrl">): boolean =>
  rule === "always" || (rule === "unless-local" && !isLocalOnly({ host, publicUrl }));

/** Whether only this machine can reach the service. */
export const isLocalOnly = ({ host, publicUrl }: Pick<Config, "host" | "publicUrl">): boolean =>
  isLoopback(host) && (publicUrl === undefined || isLoopback(hostOf(publicUrl)));
