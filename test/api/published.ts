// The published client, unmodified, against an app that listens.

import * as faraday from "@fdy/faraday-js";
import type { Api } from "./harness.js";

/** Client with this API key. An app listens only once. */
export const publishedClient = async ({ app }: Api, key: string): Promise<faraday.FaradayClient> => {
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const headers = { authorization: `Bearer ${key}` };
  return new faraday.FaradayClient(new faraday.Configuration({ basePath: `${address}/v1`, headers }));
};
