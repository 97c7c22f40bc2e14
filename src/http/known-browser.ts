// Known browser: one that has signed in with a password before, and shows it by a cookie. Strangers who guess
// passwords use up the sign-ins of their network address and of the e-mail address, and would so lock its
// owner out; a known browser has sign-ins of its own, which nobody else can use up. The cookie opens nothing:
// whoever steals it may guess ten times. It is for a user and not for their e-mail address, which a
// stranger may have claimed before. (OWASP, "Slow down online guessing attacks with device cookies".)

import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../db/connection.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { secretNamed } from "../store/secrets.js";
import { cookieValue, type ServiceAddress, setCookie } from "./cookies.js";

/** As long as browsers keep a cookie. */
const validMs = 400 * 86_400_000;

/** The id of the browser, if it has signed in with the password of this user before. */
export const knownBrowser = async (
  request: FastifyRequest,
  userId: string,
  db: Db,
  reached: ServiceAddress,
  now: EpochMs,
): Promise<string | undefined> => {
  const [id, until, signature, ...rest] = cookieValue(request, reached, cookieOf(userId))?.split(".") ?? [];
  if (id === undefined || until === undefined || signature === undefined || rest.length > 0) return undefined;
  const expected = signatureOf(await browserSecret(db), { id, until, userId });
  const given = Buffer.from(signature, "base64url");
  const isOwn = given.length === expected.length && timingSafeEqual(given, expected);
  return isOwn && Number(until) > now ? id : undefined;
};

/** Makes the browser known; one that is known keeps its id, and so what it has tried. */
export const rememberBrowser = async (
  reply: FastifyReply,
  userId: string,
  db: Db,
  reached: ServiceAddress,
  now: EpochMs,
): Promise<void> => {
  const id =
    (await knownBrowser(reply.request, userId, db, reached, now)) ?? randomBytes(16).toString("base64url");
  const until = String(now + validMs);
  const signature = signatureOf(await browserSecret(db), { id, until, userId }).toString("base64url");
  setCookie(reply, reached, { name: cookieOf(userId), value: `${id}.${until}.${signature}`, validMs });
};

const browserSecret = (db: Db): Promise<string> => secretNamed(db.kysely, "browsers");

/** One for each user who signs in here. */
const cookieOf = (userId: string): string =>
  `bellwether_browser_${createHash("sha256").update(userId).digest("hex").slice(0, 12)}`;

const signatureOf = (
  secret: string,
  { id, until, userId }: { id: string; until: string; userId: string },
): Buffer =>
  createHmac("sha256", Buffer.from(secret, "base64")).update(`browser:${id}:${until}:${userId}`).digest();
