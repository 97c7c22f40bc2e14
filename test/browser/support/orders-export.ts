// An export of a shop platform with orders of 500 customers.

const header =
  "Name,Email,Financial Status,Created at,Total,Lineitem name,Lineitem quantity,Lineitem price,Cancelled at,Billing Name";
const dayMs = 86_400_000;
const start = Date.UTC(2024, 0, 1);
const days = 500;

/** A day of the orders, `YYYY-MM-DD`; those of the last days of the export have numbers of about 490. */
export const dayOfOrders = (n: number): string => new Date(start + n * dayMs).toISOString().slice(0, 10);

/** Address of each customer, by number from 0. */
export const customerEmail = (i: number): string => `customer${i}@example.com`;

/** Orders of two lines each. Customer i buys every 20 to 79 days, for a while that differs too. */
export const ordersExport = (): Buffer => {
  const orders = Array.from({ length: 500 }, (_, i) => {
    const pause = 20 + ((i * 7) % 60);
    const count = 1 + ((i * 13) % 9);
    return Array.from({ length: count }, (__, n) => ({
      day: ((i * 11) % 200) + n * pause,
      email: customerEmail(i),
      name: `Ada Lee ${i}`,
    }));
  }).flat();
  const lines = orders
    .filter(({ day }) => day < days)
    .sort((a, b) => a.day - b.day)
    .flatMap(({ day, email, name }, n) => {
      const at = `${dayOfOrders(day)} 10:00:00 +0000`;
      return [
        `#${1001 + n},${email},paid,${at},30.00,Tea,1,10.00,,${name}`,
        `#${1001 + n},${email},,${at},,Cup,2,10.00,,`,
      ];
    });
  return Buffer.from([header, ...lines].join("\n"));
};
