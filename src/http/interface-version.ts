// Version of the published interface that a program was written for. Where its shapes of today can stand beside
// those before, every answer has both; the few that exclude each other are chosen by a header.

import { Type } from "@sinclair/typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { optional } from "../domain/resource/schema.js";
import { addVary } from "./compression.js";

const header = "bellwether-interface";

export const interfaceHeaders = Type.Object({
  [header]: optional(
    Type.String({
      pattern: "^(1|0\\.16(\\.[0-9]{1,3})?)$",
      description:
        "Version of the published interface that the program reads: 0.16 for the shapes of its newest client. Default: 1.",
      examples: ["0.16"],
    }),
  ),
});

/** Whether the program reads the shapes of the newest published interface. Tells caches that the answer depends on it. */
export const readsNewest = ({ headers }: Pick<FastifyRequest, "headers">, reply: FastifyReply): boolean => {
  addVary(reply, header);
  return String(headers[header] ?? "1").startsWith("0.16");
};
