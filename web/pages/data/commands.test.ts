import { expect, test } from "vitest";
import { commandOf, senders } from "./commands.js";

const sent = {
  url: "https://bellwether.example",
  stream: "transaction",
  event: { email: "o'hara@example.com", value: 24.9, is_gift: true, products: ["tea", null] },
};

test("every command has the address, the stream or its name, and a place for the key", () => {
  for (const sender of senders) {
    const command = commandOf(sender, sent);
    expect(command).toContain("https://bellwether.example");
    expect(command).toContain("YOUR_KEY");
    expect(command).toMatch(/transaction|Order Completed/);
  }
});

test("commands of a shell try an event, and quote it", () => {
  expect(commandOf("curl", sent)).toContain("/v1/streams/transaction/events?dry_run=true");
  expect(commandOf("curl", sent)).toContain(`-d '{"email":"o'\\''hara@example.com"`);
  expect(commandOf("bellwether", sent)).toContain("bellwether send --stream transaction --dry-run");
});

test("values are those of the language", () => {
  expect(commandOf("python", sent)).toContain('"is_gift": True, "products": ["tea", None]');
  expect(commandOf("typescript", sent)).toContain('"is_gift":true');
});

test("Segment's call says who did it in its own words", () => {
  const call = commandOf("segment", { ...sent, event: { ...sent.event, customer_id: 7, event_id: "o-1" } });
  expect(call).toContain('"userId":"7","messageId":"o-1"');
  expect(call).toContain('"context":{"traits":{"email":"o\'hara@example.com"}}');
  expect(call).not.toContain('"email":"o\'hara@example.com","value"');
});
