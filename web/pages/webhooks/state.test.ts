import { expect, test } from "vitest";
import { deliveryState, endpointState } from "./state.js";

type Delivery = Parameters<typeof deliveryState>[0];
const delivery = (fields: Partial<Delivery>) =>
  deliveryState({ attempts: 0, ...fields } as Delivery, Date.parse("2026-01-01T00:00:00Z"));

test("a message says how often it was tried, and when it is tried again", () => {
  expect(delivery({ state: "waiting" })).toBe("Waiting to be sent");
  expect(delivery({ state: "waiting", attempts: 3, next_attempt_at: "2026-01-01T00:30:00Z" })).toBe(
    "Tried 3 times, again in 30 minutes",
  );
  expect(delivery({ state: "delivered", attempts: 1 })).toBe("Taken");
  expect(delivery({ state: "delivered", attempts: 2 })).toBe("Taken at the second try");
  expect(delivery({ state: "failed", attempts: 8 })).toBe("Given up after 8 tries");
});

test("an endpoint that its owner switched off is told from one that the service did", () => {
  const endpoint = (fields: object) => endpointState({ enabled: true, status: "ready", ...fields } as never);
  expect(endpoint({})).toBe("Working");
  expect(endpoint({ enabled: false })).toBe("Switched off");
  expect(endpoint({ enabled: false, status: "error" })).toBe("Switched off: it failed for too long");
});
