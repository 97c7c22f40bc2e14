// The unread rest of a refused request's body. The next request on the connection is behind it, so it has to
// be read or the connection has to end. A short rest is read and dropped. A connection with a long one ends
// slowly: an answer is lost when the socket closes while the client still sends.

import type { FastifyReply, FastifyRequest } from "fastify";

/** A client sends so much before it reads an answer anyway. */
const shortBytes = 1 << 20;
const lingerMs = 5_000;

/** Call it before a refusal is sent. */
export const passUnreadBody = ({ raw }: FastifyRequest, reply: FastifyReply): void => {
  if (raw.complete) return;
  if (Number(raw.headers["content-length"] ?? Number.POSITIVE_INFINITY) > shortBytes) {
    reply.header("connection", "close");
    closeSlowly(raw.socket);
  }
  raw.resume();
};

/** Node calls `destroySoon` after the answer. This says that no more is sent, and goes on reading for a while. */
const closeSlowly = (socket: FastifyRequest["raw"]["socket"]): void => {
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
};
