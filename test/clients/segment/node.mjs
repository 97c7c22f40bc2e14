// Segment's client for Node, unmodified: its address and key are the arguments.
import { Analytics } from "@segment/analytics-node";

const [host, writeKey] = process.argv.slice(2);
const analytics = new Analytics({ writeKey, host });
analytics.on("error", (error) => {
  console.error(error);
  process.exitCode = 1;
});
analytics.page({ anonymousId: "node-device", name: "Home" });
analytics.identify({
  userId: "node-1",
  anonymousId: "node-device",
  traits: { email: "node@example.com", plan: "pro" },
});
analytics.track({
  userId: "node-1",
  event: "Order Completed",
  properties: { order_id: "n1", total: 12.5, currency: "EUR", products: [{ name: "Tea", quantity: 2 }] },
});
for (let i = 0; i < 50; i++)
  analytics.track({ userId: `node-${i}`, event: "Product Viewed", properties: { name: "Tea", price: i } });
await analytics.closeAndFlush();
