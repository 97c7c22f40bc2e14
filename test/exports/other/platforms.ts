// Layouts of shop platforms and marketplaces, as their documentation shows them.

import { type Layout, layout } from "./layouts.js";
import {
  countsOf,
  goodsOf,
  grossOfRefunds,
  isCounted,
  netOfRefunds,
  type Order,
  type OrderState,
  orders,
  paidOf,
  totalOf,
} from "./shop.js";
import { type Cell, csv, date, moment, money, time } from "./table-text.js";

type States = Record<OrderState, string>;
const withoutTests = orders.filter(({ state }) => state !== "test");

/** The rows of each order, which are its lines. */
const linesOf = (
  of: readonly Order[],
  row: (order: Order, line: Order["lines"][number], i: number) => Cell[],
) => of.flatMap((order) => order.lines.map((line, i) => row(order, line, i)));

const adobeStates: States = {
  done: "complete",
  pending: "pending",
  cancelled: "canceled",
  failed: "canceled",
  refunded: "closed",
  partly: "complete",
  test: "complete",
};
const adobeItems = csv(
  "entity_id|increment_id|store_name|created_at|updated_at|status|state|customer_email|customer_firstname|customer_lastname|sku|name|product_type|qty_ordered|qty_refunded|price|discount_amount|tax_amount|row_total|shipping_amount|grand_total|total_refunded|coupon_code|remote_ip",
  linesOf(withoutTests, (order, line, i) => [
    ...[
      order.number * 10 + i,
      `0000${order.number}`,
      "Main Website",
      moment(order.time),
      "2026-02-01 10:00:00",
    ],
    ...[adobeStates[order.state], adobeStates[order.state], order.customer.email],
    ...[order.customer.first, order.customer.last, line.sku, line.name, "simple", `${line.quantity}.0000`],
    ...["0.0000", money.plain(line.price), money.plain(line.discount), "0.00", money.plain(totalOf(line))],
    ...[money.plain(order.shipping), money.plain(paidOf(order)), money.plain(order.refunded), "", "10.0.0.1"],
  ]),
);

const prestaStates: States = {
  done: "Delivered",
  pending: "Awaiting bank wire payment",
  cancelled: "Canceled",
  failed: "Payment error",
  refunded: "Refunded",
  partly: "Partial refund",
  test: "Canceled",
};
const prestashop = csv(
  "id_order|reference|id_customer|firstname|lastname|email|id_address_delivery|payment|order_state|total_products_wt|total_shipping_tax_incl|total_discounts_tax_incl|total_paid_tax_incl|total_paid_real|date_add|date_upd",
  orders.map((order) => [
    ...[order.number - 100_000, `XKB${order.number}`, order.customer.id, order.customer.first],
    ...[order.customer.last, order.customer.email, 12, "PayPal", prestaStates[order.state]],
    ...[money.plain(goodsOf(order)), money.plain(order.shipping), "0.00", money.plain(paidOf(order))],
    ...[money.plain(paidOf(order)), moment(order.time), "2026-02-01 10:00:00"],
  ]),
  ";",
);

const bigStates: States = {
  done: "Completed",
  pending: "Awaiting Payment",
  cancelled: "Cancelled",
  failed: "Declined",
  refunded: "Refunded",
  partly: "Partially Refunded",
  test: "Cancelled",
};
const bigcommerce = csv(
  "Order ID|Customer ID|Customer Name|Customer Email|Customer Phone|Order Date|Order Time|Order Status|Subtotal (inc tax)|Shipping Cost (inc tax)|Order Total (inc tax)|Refund Amount|Payment Method|Total Quantity|Date Shipped|Order Currency Code",
  orders.map((order) => [
    ...[
      order.number,
      order.customer.id,
      `${order.customer.first} ${order.customer.last}`,
      order.customer.email,
    ],
    ...["", date.american(order.time), time(order.time), bigStates[order.state], money.plain(goodsOf(order))],
    ...[money.plain(order.shipping), money.plain(paidOf(order)), money.plain(order.refunded), "Stripe"],
    ...[order.lines.reduce((sum, { quantity }) => sum + quantity, 0), "", "USD"],
  ]),
);

/** Prices of an order's line are of all its pieces; shipping stands on the first. */
const amazon = csv(
  "order-id|order-item-id|purchase-date|payments-date|buyer-email|buyer-name|buyer-phone-number|sku|product-name|quantity-purchased|currency|item-price|item-tax|shipping-price|shipping-tax|ship-service-level|recipient-name|ship-city",
  linesOf(orders.filter(isCounted), (order, line, i) => [
    ...[`111-${order.number}`, `${order.number}${i}`, `${moment(order.time).replace(" ", "T")}+00:00`],
    ...[`${moment(order.time).replace(" ", "T")}+00:00`, `${order.customer.id}@marketplace.amazon.com`],
    ...[`${order.customer.first} ${order.customer.last}`, "", line.sku, line.name, line.quantity, "USD"],
    ...[money.plain(totalOf(line)), "0.00", i === 0 ? money.plain(order.shipping) : "0.00", "0.00"],
    ...["Standard", `${order.customer.first} ${order.customer.last}`, "Boise"],
  ]),
  "\t",
);

const etsyStates: States = {
  done: "Completed",
  pending: "Open",
  cancelled: "Canceled",
  failed: "Canceled",
  refunded: "Refunded",
  partly: "Completed",
  test: "Canceled",
};
const etsy = csv(
  "Sale Date|Order ID|Buyer User ID|Full Name|First Name|Last Name|Number of Items|Payment Method|Date Shipped|Street 1|Ship City|Ship State|Ship Zipcode|Ship Country|Currency|Order Value|Coupon Code|Shipping|Sales Tax|Order Total|Status|Card Processing Fees|Order Net|Buyer",
  orders.map((order) => [
    ...[date.american(order.time).replace("/2025", "/25"), order.number, `buyer${order.customer.id}`],
    ...[`${order.customer.first} ${order.customer.last}`, order.customer.first, order.customer.last],
    ...[order.lines.length, "Credit Card", "", "1 Main St", "Boise", "ID", "83701", "United States", "USD"],
    ...[money.plain(goodsOf(order)), "", money.plain(order.shipping), "0.00", money.plain(paidOf(order))],
    ...[etsyStates[order.state], "0.40", "1.00", `buyer${order.customer.id}`],
  ]),
);

const vendStates: States = {
  done: "CLOSED",
  pending: "ONACCOUNT",
  cancelled: "VOIDED",
  failed: "VOIDED",
  refunded: "VOIDED",
  partly: "CLOSED",
  test: "VOIDED",
};
/** A row for the sale, one for each line, and one for the payment. */
const lightspeed = csv(
  "Date|Receipt Number|Line Type|Customer Code|Customer Name|Customer Email|Note|Quantity|Subtotal|Sales Tax|Discount|Loyalty|Total|Paid|Details|Register|User|Status|Sku",
  orders.flatMap((order) => {
    const quantity = order.lines.reduce((sum, line) => sum + line.quantity, 0);
    const row = (
      type: string,
      count: Cell,
      total: number,
      paid: string,
      details: string,
      sku = "",
    ): Cell[] => [
      ...[moment(order.time), order.number, type, `C-${order.customer.id}`],
      ...[`${order.customer.first} ${order.customer.last}`, order.customer.email, "", count],
      ...[type === "Payment" ? "" : money.plain(total), type === "Payment" ? "" : "0.00", "0.00", "0"],
      ...[
        type === "Payment" ? "" : money.plain(total),
        paid,
        details,
        "Main",
        "eva",
        vendStates[order.state],
        sku,
      ],
    ];
    const lines = order.lines.map((line) =>
      row("Sale Line", line.quantity, totalOf(line), "", line.name, line.sku),
    );
    return [
      row("Sale", quantity, goodsOf(order), "", ""),
      ...lines,
      row("Payment", "", 0, money.plain(goodsOf(order)), "Credit Card"),
    ];
  }),
);

const shopwareStates: States = {
  done: "completed",
  pending: "open",
  cancelled: "cancelled",
  failed: "cancelled",
  refunded: "cancelled",
  partly: "in_progress",
  test: "cancelled",
};
const shopware6 = csv(
  "order_number|order_date_time|state_machine_state.technical_name|order_customer.customer_number|order_customer.email|order_customer.first_name|order_customer.last_name|billing_address.zipcode|billing_address.city|amount_net|amount_total|shipping_total|currency.iso_code|sales_channel.name",
  orders.map((order) => [
    ...[order.number, `${moment(order.time)}.000`, shopwareStates[order.state], order.customer.id],
    ...[order.customer.email, order.customer.first, order.customer.last, "10115", "Berlin"],
    ...[
      money.plain(Math.round(paidOf(order) / 1.19)),
      money.plain(paidOf(order)),
      money.plain(order.shipping),
    ],
    ...["EUR", "Storefront"],
  ]),
  ";",
);

const shopware5 = csv(
  "orderId|number|customerId|orderStatusId|cleared|paymentId|invoiceAmount|invoiceAmountNet|invoiceShipping|orderTime|transactionId|comment|customerEmail|billingFirstName|billingLastName|billingCity|billingZipCode|detailArticleNumber|detailArticleName|detailPrice|detailQuantity|orderStatusDescription",
  linesOf(orders, (order, line) => [
    ...[order.number, order.number, order.customer.id, 2, 12, 4, money.german(paidOf(order))],
    ...[
      money.german(Math.round(paidOf(order) / 1.19)),
      money.german(order.shipping),
      moment(order.time),
      "",
      "",
    ],
    ...[
      order.customer.email,
      order.customer.first,
      order.customer.last,
      "Berlin",
      "10115",
      line.sku,
      line.name,
    ],
    ...[
      money.german(line.price),
      line.quantity,
      isCounted(order) ? "Komplett abgeschlossen" : "Storniert / Abgelehnt",
    ],
  ]),
  ";",
);

const cartStates: States = {
  done: "Complete",
  pending: "Pending",
  cancelled: "Canceled",
  failed: "Failed",
  refunded: "Refunded",
  partly: "Complete",
  test: "Voided",
};
const opencart = csv(
  "order_id|invoice_no|store_name|customer_id|firstname|lastname|email|telephone|payment_city|payment_postcode|payment_method|shipping_firstname|shipping_city|order_status|total|currency_code|ip|date_added|date_modified",
  orders.map((order) => [
    ...[order.number, 0, "Shop", order.customer.id, order.customer.first, order.customer.last],
    ...[order.customer.email, "", "Boise", "83701", "Cash On Delivery", order.customer.first, "Boise"],
    ...[cartStates[order.state], `${money.plain(paidOf(order))}00`, "USD", "10.0.0.1", moment(order.time)],
    "2026-02-01 10:00:00",
  ]),
);

const wixPayment: States = {
  done: "Paid",
  pending: "Unpaid",
  cancelled: "Unpaid",
  failed: "Declined",
  refunded: "Refunded",
  partly: "Partially Refunded",
  test: "Declined",
};
const wix = csv(
  "Order number|Date created|Time|Total order quantity|Contact email|Note from customer|Item|Variant|SKU|Qty|Quantity refunded|Price|Delivery method|Recipient name|Delivery city|Billing name|Billing city|Payment status|Payment method|Fulfillment status|Shipping rate|Taxes|Currency|Total|Refunded amount",
  linesOf(
    orders.filter(({ state }) => state !== "cancelled"),
    (order, line) => [
      ...[order.number, date.iso(order.time), time(order.time), order.lines.length, order.customer.email, ""],
      ...[
        line.name,
        "",
        line.sku,
        line.quantity,
        0,
        money.plain(line.price),
        "Standard",
        "Somebody Else",
        "Boise",
      ],
      ...[
        `${order.customer.first} ${order.customer.last}`,
        "Boise",
        wixPayment[order.state],
        "Card",
        "Fulfilled",
      ],
      ...[
        money.plain(order.shipping),
        "0.00",
        "USD",
        money.plain(paidOf(order)),
        money.plain(order.refunded),
      ],
    ],
  ),
);

/** Only the first row of an order has its totals; each line says what it is. */
const matrixify = csv(
  "ID|Name|Email|Created At|Payment: Status|Cancelled At|Customer: ID|Customer: Email|Customer: First Name|Customer: Last Name|Price: Total|Price: Total Shipping|Price: Total Refund|Line: Type|Line: Name|Line: SKU|Line: Quantity|Line: Price|Line: Total",
  orders.flatMap((order) => {
    const row = (
      isFirst: boolean,
      type: string,
      name: string,
      quantity: Cell,
      price: Cell,
      total: number,
    ): Cell[] => [
      ...[order.number * 7, `#${order.number}`, order.customer.email, `${moment(order.time)} +0000`],
      ...[order.state === "refunded" ? "refunded" : order.state === "pending" ? "pending" : "paid"],
      ...[["cancelled", "failed", "test"].includes(order.state) ? `${moment(order.time)} +0000` : ""],
      ...[order.customer.id, order.customer.email, order.customer.first, order.customer.last],
      ...(isFirst ? [paidOf(order), order.shipping, order.refunded].map(money.plain) : ["", "", ""]),
      ...[type, name, "", quantity, price, money.plain(total)],
    ];
    return [
      ...order.lines.map((line, i) =>
        row(i === 0, "Line Item", line.name, line.quantity, money.plain(line.price), totalOf(line)),
      ),
      ...(order.shipping > 0
        ? [row(false, "Shipping Line", "Standard", "", money.plain(order.shipping), order.shipping)]
        : []),
      ...(order.refunded > 0 ? [row(false, "Refund Line", "Refund", -1, "", -order.refunded)] : []),
    ];
  }),
);

const ebay = csv(
  "Sales Record Number|Order Number|Buyer Username|Buyer Name|Buyer Email|Item Title|Custom Label|Quantity|Sold For|Shipping And Handling|Total Price|Payment Method|Sale Date|Paid On Date|Shipped On Date|Transaction ID",
  orders.filter(isCounted).flatMap((order) => {
    const row = (title: string, quantity: number, sold: string, total: string): Cell[] => [
      ...[order.number, `12-${order.number}`, `buyer_${order.customer.id}`],
      ...[`${order.customer.first} ${order.customer.last}`, order.customer.email, title, "", quantity, sold],
      ...[
        total === "" ? "" : money.american(order.shipping),
        total,
        "PayPal",
        ebayDate(order.time),
        "",
        "",
        "",
      ],
    ];
    const all = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const lines = order.lines.map((line) => row(line.name, line.quantity, money.american(totalOf(line)), ""));
    const total = money.american(paidOf(order));
    return order.lines.length === 1
      ? [row(order.lines[0]!.name, all, money.american(goodsOf(order)), total)]
      : [row("", all, money.american(goodsOf(order)), total), ...lines];
  }),
);
function ebayDate(at: Date): string {
  return `${at.toLocaleString("en-US", { month: "short", timeZone: "UTC" })}-${String(at.getUTCDate()).padStart(2, "0")}-25`;
}

/** Without the amounts of refunds, and of orders that were not made for a test. */
const noPart = countsOf(orders.filter(isCounted), paidOf);
const goods = countsOf(orders.filter(isCounted), goodsOf);

export const platforms: Record<string, Layout> = {
  "Adobe Commerce, order items": layout("order_items.csv", adobeItems, netOfRefunds),
  PrestaShop: layout("orders.csv", prestashop, grossOfRefunds),
  BigCommerce: layout("orders-2026-02-01.csv", bigcommerce, netOfRefunds),
  "Amazon orders report": layout("report.txt", amazon, noPart),
  "Etsy sold orders": layout("EtsySoldOrders2025.csv", etsy, grossOfRefunds),
  "eBay orders": layout("eBay-OrdersReport.csv", ebay, noPart),
  "Lightspeed sales history": layout("vend-sales-history.csv", lightspeed, goods),
  "Shopware 6": layout("order.csv", shopware6, grossOfRefunds),
  "Shopware 5, order lines": layout("export.orders.csv", shopware5, grossOfRefunds),
  OpenCart: layout("orders.csv", opencart, grossOfRefunds),
  Wix: layout("Orders.csv", wix, netOfRefunds),
  Matrixify: layout("Orders.csv", matrixify, netOfRefunds),
};
