import { expect, test } from "vitest";
import type { Notice } from "../../http/notices.js";
import { Changes } from "./listen.js";

const notice = (changed: Partial<Notice>): Notice => ({
  id: "c",
  resource_type: "cohorts",
  name: "Customers",
  status: "ready",
  ...changed,
});

test("a new result and a new failure are events; progress, a new name and what is known are not", () => {
  const changes = new Changes();
  changes.know({ id: "c", status: "ready", last_updated_output_at: "monday" });
  const events = [
    notice({ last_updated_output_at: "monday", name: "Renamed" }),
    notice({ status: "running", last_updated_output_at: "monday" }),
    notice({ last_updated_output_at: "tuesday" }),
    notice({ last_updated_output_at: "tuesday" }),
    notice({ status: "error", status_error: "No column day." }),
    notice({ status: "error", status_error: "No column day." }),
    notice({ status: "error", status_error: "No file." }),
    notice({ last_updated_output_at: "wednesday" }),
    notice({ deleted: true, last_updated_output_at: "thursday" }),
  ].map((each) => changes.eventOf(each));
  const [ready, failed] = ["resource.ready_with_update", "resource.errored"];
  expect(events).toEqual([
    undefined,
    undefined,
    ready,
    undefined,
    failed,
    undefined,
    failed,
    ready,
    undefined,
  ]);
});
