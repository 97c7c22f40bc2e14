// Announced upload: a resumable upload that begins at one node and goes on at others.

export interface AnnouncedUpload {
  /** Headers of every request. */
  headers: Record<string, string>;
  /** Sends bytes from an offset on to a node. */
  send(url: string, offset: number, body: Buffer | ReadableStream): Promise<Response>;
  /** Bytes that have arrived, as a node knows it. */
  arrived(url: string): Promise<number>;
}

/** Announces orders/a.csv. */
export const announceUpload = async (url: string, key: string, bytes: number): Promise<AnnouncedUpload> => {
  const headers = { authorization: `Bearer ${key}`, "tus-resumable": "1.0.0" };
  const named = { directory: "orders", filename: "a.csv" };
  const metadata = Object.entries(named).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`,
  );
  const announced = await fetch(`${url}/v1/resumable_uploads`, {
    method: "POST",
    headers: { ...headers, "upload-length": String(bytes), "upload-metadata": metadata.join(",") },
  });
  const at = announced.headers.get("location")!;
  return {
    headers,
    send: (to, offset, body) =>
      fetch(`${to}${at}`, {
        method: "PATCH",
        headers: {
          ...headers,
          "content-type": "application/offset+octet-stream",
          "upload-offset": String(offset),
        },
        body,
        ...(body instanceof ReadableStream && { duplex: "half" }),
      } as RequestInit),
    arrived: async (from) =>
      Number((await fetch(`${from}${at}`, { method: "HEAD", headers })).headers.get("upload-offset")),
  };
};
