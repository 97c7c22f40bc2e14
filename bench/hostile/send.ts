// Sends one hostile request.

import type { HostileRequest } from "./requests.js";

export interface Answered {
  status: number;
  bytes: number;
}

export const send = async (
  url: string,
  { path, body, isPublic }: HostileRequest,
  key: string,
): Promise<Answered> => {
  const headers = {
    "content-type": "application/json",
    ...(!isPublic && { authorization: `Bearer ${key}` }),
  };
  const answer = await fetch(`${url}/v1${path}`, { method: "POST", headers, body });
  return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
};
