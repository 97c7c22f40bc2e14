import { expect, test } from "vitest";
import { webhookHeaders } from "./webhook-send.js";

test("the signature equals the example in the reference libraries of the specification", () => {
  const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: '{"test": 2432232314}' };
  const headers = webhookHeaders(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], message, 1_614_265_330_000);
  const expected = {
    id: message.id,
    timestamp: "1614265330",
    signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  };
  expect(headers).toEqual({
    "webhook-id": expected.id,
    "webhook-timestamp": expected.timestamp,
    "webhook-signature": expected.signature,
    "svix-id": expected.id,
    "svix-timestamp": expected.timestamp,
    "svix-signature": expected.signature,
  });
});
