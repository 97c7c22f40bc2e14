// RudderStack's client for Node, unmodified: its address and key are the arguments.
import RudderAnalytics from "@rudderstack/rudder-sdk-node";

const [dataPlaneUrl, writeKey] = process.argv.slice(2);
const analytics = new (RudderAnalytics.default ?? RudderAnalytics)(writeKey, { dataPlaneUrl });
analytics.identify({ userId: "rudder-1", traits: { email: "rudder@example.com" } });
analytics.track({
  userId: "rudder-1",
  event: "Order Completed",
  properties: { order_id: "r1", total: 20, currency: "EUR" },
});
await new Promise((resolve, reject) => {
  analytics.flush((error) => (error ? reject(error) : resolve()));
});
process.exit(0);
