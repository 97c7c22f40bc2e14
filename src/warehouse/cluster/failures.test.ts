import { expect, test } from "vitest";
import { OperationLost } from "../../cluster/connect.js";
import { GrpcError, grpcCodes } from "../../cluster/grpc.js";
import type { ErrorCode } from "../../errors/catalogue.js";
import { connectionFailure, probeFailure, queryFailure } from "./failures.js";

const { unavailable, unauthenticated, permissionDenied, unknown } = grpcCodes;

test.each<[string, unknown, ErrorCode]>([
  [
    "no server",
    connectionFailure(new GrpcError(unavailable, "no connection: refused")),
    "cluster-unavailable",
  ],
  ["a wrong token", connectionFailure(new GrpcError(unauthenticated, "expired")), "cluster-refused"],
  ["a user without rights", connectionFailure(new GrpcError(permissionDenied, "no")), "cluster-refused"],
  [
    "a token that ends in a query",
    queryFailure(new GrpcError(unauthenticated, "expired"), ""),
    "cluster-refused",
  ],
  [
    "a file that is not there",
    queryFailure(new GrpcError(unknown, "[PATH_NOT_FOUND] /a"), ""),
    "cluster-directory",
  ],
  [
    "a directory of another user",
    probeFailure(new GrpcError(unknown, "Permission denied")),
    "cluster-directory",
  ],
  ["a probe that got lost", probeFailure(new OperationLost("gone")), "cluster-unavailable"],
])("builds wait for %s", (_, failure, code) => {
  expect(failure).toMatchObject({ code, entry: { fault: "world" } });
});

test("a query that the cluster refused fails with its text, and one that it lost without waiting", () => {
  expect(queryFailure(new GrpcError(unknown, "[PARSE_SYNTAX_ERROR]"), "selekt 1")).toMatchObject({
    name: "ClusterQueryError",
    message: "The cluster refused a query: [PARSE_SYNTAX_ERROR]\n--- statement ---\nselekt 1",
  });
  expect(queryFailure(new OperationLost("the server is gone"), "select 1")).toMatchObject({
    name: "Error",
    message: "The query did not end: the server is gone.",
  });
});

test("no value of a person is in an error of the cluster", () => {
  const words = `[CAST_INVALID_INPUT] The value 'O'Nadel' of the type "STRING" cannot be cast to "INT".\n== SQL ==\nselect 'Quitzow'`;
  const tooLarge = `[CAST_OVERFLOW] The value 5551234567L of the type "BIGINT" is too large`;
  const failures = [
    queryFailure(
      new GrpcError(unknown, words),
      "select `x` from `t` where `name` = 'Zuzanna \\'Q\\' Quitzow'",
    ),
    queryFailure(new GrpcError(unknown, tooLarge), ""),
  ] as Error[];
  const printed = failures.map((error) => `${error.stack} ${error.cause}`).join("\n");
  expect(printed).not.toMatch(/Nadel|Quitzow|Zuzanna|5551234567/);
  expect(printed).toContain("from `t` where `name` = '…'");
});

test("an error of ours stays what it is", () => {
  const bug = new TypeError("a bug");
  expect([connectionFailure(bug), queryFailure(bug, "")]).toEqual([bug, bug]);
});
