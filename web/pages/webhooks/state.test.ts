import { expect, test } from "vitest";
import { deliveryState, endpointState } from "./state.js";

type Delivery = Parameters<typeof deliveryState>[0];
const delivery = (fields: Partial<Delivery>) =>
  deliveryState({ attempts: 0, ...fields } as Delivery, Date.parse("2026-01-01T00:00:00Z"));

test("the state of a message names its attempts and the time of the next", () => {
  expect(delivery({ state: "waiting" })).toBe("Queued");
  expect(delivery({ state: "waiting", attempts: 3, next_attempt_at: "2026-01-01T00:30:00Z" })).toBe(
    "3 attempts, next in 30 minutes",
  );
  expect(delivery({ state: "delivered", attempts: 1 })).toBe("Delivered");
  expect(delivery({ state: "delivered", attempts: 2 })).toBe("Delivered on the second attempt");
  expect(delivery({ state: "failed", attempts: 8 })).toBe("Failed after 8 attempts");
});

test("an endpoint that its owner disabled differs from one that the service disabled", () => {
  const endpoint = (fields: object) => endpointState({ enabled: true, status: "ready", ...fields } as never);
  expect(endpoint({})).toBe("Working");
  expect(endpoint({ enabled: false })).toBe("Disabled");
  expect(endpoint({ enabled: false, status: "error" })).toBe("Disabled after repeated failures");
});
