import { expect, onTestFinished, test } from "vitest";
import { quiet, serveAnswers } from "../fixtures.js";
import { wait } from "./wait.js";

test("what waited for people that came is ready, and is not said to wait", async () => {
  let isDatasetRead = false;
  const record = (id: string, name: string, status: string, more: object = {}) => ({
    id,
    name,
    status,
    ...more,
  });
  const dataset = () => record("d", "Orders", isDatasetRead ? "ready" : "running");
  const place = () =>
    isDatasetRead
      ? record("p", "Stores", "ready")
      : record("p", "Stores", "new", { waiting_for: "Waiting for dataset Orders." });
  const answerTo = (path: string): unknown => {
    if (path.startsWith("/v1/openapi.json"))
      return { paths: { "/datasets": { get: {} }, "/places": { get: {} } } };
    if (path.startsWith("/v1/datasets/d")) {
      isDatasetRead = true;
      return dataset();
    }
    if (path.startsWith("/v1/datasets")) return [dataset()];
    return path.startsWith("/v1/places") ? [place()] : [];
  };
  const server = await serveAnswers(({ path }) => ({ body: JSON.stringify(answerTo(path)) }));
  onTestFinished(() => server.close());
  const { terminal, err } = quiet();
  await wait.run(["--all", "--url", server.url, "--key", "k"], terminal);
  expect(err()).toMatch(/^2 resources are ready\n$/m);
  expect(err()).not.toContain("is not built");
});
