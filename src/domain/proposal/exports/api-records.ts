// Records of platforms as their interfaces have them, and as Singer's taps and Airbyte's sources hand them on: the names of
// fields, with a dot where one is within another. Of the records that say a purchase twice, such as an order and its
// payments, one is here.

import { addressSet, noneOf } from "./addresses.js";
import type { KnownExport } from "./known-export.js";

const shopifyAddress = {
  phone: "phone",
  firstName: "firstName",
  lastName: "lastName",
  lines: ["address1", "address2"],
  city: "city",
  state: "provinceCode",
  postcode: "zip",
  country: "countryCodeV2",
};

/** Of the interface of today (GraphQL) and of the one before. */
const shopifyOrders: KnownExport = {
  platform: "shopify",
  export: "order_records",
  title: "Shopify orders",
  required: ["id", "createdAt", "totalPriceSet.shopMoney.amount", "displayFinancialStatus", "customer.id"],
  aliases: {
    "totalPriceSet.shopMoney.amount": ["total_price"],
    "totalPriceSet.shopMoney.currencyCode": ["currency"],
    displayFinancialStatus: ["financial_status"],
    email: ["customer.email", "contact_email"],
    "lineItems.title": ["line_items.title"],
    "lineItems.vendor": ["line_items.vendor"],
    discountCodes: ["discount_codes.code"],
    "billingAddress.countryCodeV2": ["billing_address.country_code"],
    "shippingAddress.countryCodeV2": ["shipping_address.country_code"],
  },
  identity_sets: {
    billing: addressSet("billingAddress.", shopifyAddress, { customer_id: "customer.id", email: "email" }),
    shipping: addressSet("shippingAddress.", shopifyAddress),
  },
  reference_key_columns: ["customer.id"],
  output_to_streams: {
    transaction: {
      data_map: {
        datetime: { column_name: "createdAt" },
        value: {
          columns: ["totalPriceSet.shopMoney.amount", "totalRefundedSet.shopMoney.amount"],
          combine: "difference",
        },
        product: { column_name: "lineItems.title", format: "list_json" },
        vendor: { column_name: "lineItems.vendor", format: "list_json" },
        discount_code: { column_name: "discountCodes", format: "list_json" },
        source: { column_name: "sourceName" },
        currency: { column_name: "totalPriceSet.shopMoney.currencyCode" },
      },
      conditions: [
        { column_name: "cancelledAt", _null: true },
        noneOf("displayFinancialStatus", "REFUNDED", "VOIDED", "EXPIRED", "refunded", "voided", "expired"),
        noneOf("test", "true"),
      ],
    },
  },
  later: ["displayFinancialStatus", "displayFulfillmentStatus", "cancelledAt", "closedAt", "updatedAt"],
};

const cents = (column_name: string) => ({ column_name, format: "currency_cents" as const });

const stripeCharges: KnownExport = {
  platform: "stripe",
  export: "charge_records",
  title: "Stripe charges",
  required: ["id", "amount", "amount_refunded", "created", "customer", "paid", "receipt_email"],
  aliases: { "billing_details.email": ["receipt_email"] },
  identity_sets: {
    customer: { email: "billing_details.email", person_full_name: "billing_details.name" },
    account: { customer_id: "customer" },
  },
  reference_key_columns: ["customer"],
  output_to_streams: {
    transaction: {
      data_map: {
        datetime: { column_name: "created" },
        value: { columns: [cents("amount"), cents("amount_refunded")], combine: "difference" },
        description: { column_name: "description" },
        card_brand: { column_name: "payment_method_details.card.brand" },
        currency: { column_name: "currency" },
      },
      conditions: [
        noneOf("paid", "false"),
        noneOf("status", "failed", "pending"),
        noneOf("refunded", "true"),
        noneOf("livemode", "false"),
      ],
    },
  },
  later: ["status", "captured", "refunded", "amount_refunded", "disputed", "failure_code", "failure_message"],
};

const stripeSubscriptions: KnownExport = {
  platform: "stripe",
  export: "subscription_records",
  title: "Stripe subscriptions",
  required: ["id", "customer", "status", "ended_at", "cancel_at_period_end", "start_date"],
  identity_sets: { customer: { customer_id: "customer" } },
  reference_key_columns: ["customer"],
  output_to_streams: {
    subscription: {
      data_map: {
        datetime: { column_name: "start_date" },
        value: cents("plan.amount"),
        plan: { column_name: "plan.id" },
        interval: { column_name: "plan.interval" },
        quantity: { column_name: "quantity" },
        currency: { column_name: "plan.currency" },
      },
      recurring: { column_name: "plan.interval", end: "ended_at" },
    },
    cancellation: {
      data_map: { datetime: { column_name: "ended_at" }, plan: { column_name: "plan.id" } },
      conditions: [{ column_name: "ended_at", _nnull: true }],
      unless_running: { start: "start_date", end: "ended_at" },
    },
  },
  later: ["status", "canceled_at", "cancel_at", "ended_at", "current_period_start", "current_period_end"],
};

const woocommerceOrders: KnownExport = {
  platform: "woocommerce",
  export: "order_records",
  title: "WooCommerce orders",
  required: ["date_created", "status", "total", "customer_id", "order_key", "payment_method_title"],
  aliases: { date_created: ["date_created_gmt"] },
  identity_sets: {
    billing: addressSet(
      "billing.",
      {
        phone: "phone",
        firstName: "first_name",
        lastName: "last_name",
        lines: ["address_1", "address_2"],
        city: "city",
        state: "state",
        postcode: "postcode",
        country: "country",
      },
      { email: "billing.email" },
    ),
    account: { customer_id: "customer_id" },
  },
  output_to_streams: {
    transaction: {
      data_map: {
        datetime: { column_name: "date_created" },
        value: { column_name: "total" },
        product: { column_name: "line_items.name", format: "list_json" },
        discount_code: { column_name: "coupon_lines.code", format: "list_json" },
        payment_method: { column_name: "payment_method_title" },
        currency: { column_name: "currency" },
      },
      conditions: [
        noneOf("status", "pending", "on-hold", "cancelled", "refunded", "failed", "trash", "checkout-draft"),
      ],
    },
  },
  later: ["status", "date_paid", "date_completed", "date_modified"],
};

const rechargeCharges: KnownExport = {
  platform: "recharge",
  export: "charge_records",
  title: "Recharge charges",
  required: ["id", "customer.id", "processed_at", "scheduled_at", "total_price", "status"],
  without: ["charge_id", "charge.id"],
  aliases: { email: ["customer.email"], "customer.id": ["customer_id"] },
  identity_sets: {
    billing: addressSet(
      "billing_address.",
      {
        phone: "phone",
        firstName: "first_name",
        lastName: "last_name",
        lines: ["address1", "address2"],
        city: "city",
        state: "province",
        postcode: "zip",
        country: "country",
      },
      { customer_id: "customer.id", email: "email" },
    ),
  },
  reference_key_columns: ["customer.id"],
  output_to_streams: {
    transaction: {
      data_map: {
        datetime: { column_name: "processed_at" },
        value: { columns: ["total_price", "total_refunds"], combine: "difference" },
        type: { column_name: "type" },
        currency: { column_name: "currency" },
      },
      conditions: [
        { column_name: "processed_at", _nnull: true },
        {
          column_name: "status",
          _in: ["success", "SUCCESS", "partially_refunded", "PARTIALLY_REFUNDED"],
        },
      ],
    },
  },
  later: ["status", "total_refunds", "retry_date", "has_uncommited_changes", "updated_at"],
};

const rechargeSubscriptions: KnownExport = {
  platform: "recharge",
  export: "subscription_records",
  title: "Recharge subscriptions",
  required: ["id", "customer_id", "created_at", "cancelled_at", "price", "order_interval_unit"],
  identity_sets: { customer: { customer_id: "customer_id" } },
  reference_key_columns: ["customer_id"],
  output_to_streams: {
    subscription: {
      data_map: {
        datetime: { column_name: "created_at" },
        value: { column_name: "price" },
        product: { column_name: "product_title" },
        quantity: { column_name: "quantity" },
        currency: { column_name: "presentment_currency" },
      },
      recurring: { column_name: "order_interval_unit", end: "cancelled_at" },
    },
    cancellation: {
      data_map: { datetime: { column_name: "cancelled_at" }, product: { column_name: "product_title" } },
      conditions: [{ column_name: "cancelled_at", _nnull: true }],
      unless_running: { start: "created_at", end: "cancelled_at" },
    },
  },
  later: [
    "status",
    "cancellation_reason",
    "cancellation_reason_comments",
    "next_charge_scheduled_at",
    "updated_at",
  ],
};

const chargebeeInvoices: KnownExport = {
  platform: "chargebee",
  export: "invoice_records",
  title: "Chargebee invoices",
  required: ["id", "customer_id", "date", "total", "amount_paid", "amount_due", "first_invoice"],
  identity_sets: { customer: { customer_id: "customer_id" } },
  reference_key_columns: ["customer_id"],
  output_to_streams: {
    transaction: {
      data_map: {
        datetime: { column_name: "date" },
        value: cents("amount_paid"),
        item: { column_name: "line_items.entity_id", format: "list_json" },
        currency: { column_name: "currency_code" },
      },
      conditions: [noneOf("status", "voided", "pending", "not_paid"), noneOf("deleted", "true")],
    },
  },
  later: ["status", "dunning_status", "paid_at", "voided_at", "amount_due", "updated_at"],
};

const chargebeeSubscriptions: KnownExport = {
  platform: "chargebee",
  export: "subscription_records",
  title: "Chargebee subscriptions",
  required: ["id", "customer_id", "status", "started_at", "cancelled_at", "current_term_end"],
  identity_sets: { customer: { customer_id: "customer_id" } },
  reference_key_columns: ["customer_id"],
  output_to_streams: {
    subscription: {
      data_map: {
        datetime: { column_name: "started_at" },
        value: cents("mrr"),
        item: { column_name: "subscription_items.item_price_id", format: "list_json" },
        coupon: { column_name: "coupon" },
        currency: { column_name: "currency_code" },
      },
      conditions: [{ column_name: "started_at", _nnull: true }, noneOf("deleted", "true")],
      recurring: { is: "month", end: "cancelled_at" },
    },
    cancellation: {
      data_map: { datetime: { column_name: "cancelled_at" } },
      conditions: [
        { column_name: "cancelled_at", _nnull: true },
        noneOf("status", "non_renewing"),
        noneOf("deleted", "true"),
      ],
      unless_running: { start: "started_at", end: "cancelled_at" },
    },
  },
  later: ["status", "cancel_reason", "cancel_reason_code", "due_since", "total_dues", "updated_at"],
};

const salesforceOpportunities: KnownExport = {
  platform: "salesforce",
  export: "opportunity_records",
  title: "Salesforce opportunities",
  required: ["Id", "AccountId", "StageName", "CloseDate", "IsWon", "IsClosed"],
  identity_sets: { account: { customer_id: "AccountId" } },
  reference_key_columns: ["AccountId"],
  output_to_streams: {
    transaction: {
      data_map: {
        datetime: { column_name: "CloseDate" },
        value: { column_name: "Amount" },
        type: { column_name: "Type" },
        lead_source: { column_name: "LeadSource" },
        currency: { column_name: "CurrencyIsoCode" },
      },
      conditions: [{ column_name: "IsWon", _eq: "true" }, noneOf("IsDeleted", "true")],
    },
  },
  later: ["StageName", "IsClosed", "IsWon", "Probability", "ForecastCategory", "LastModifiedDate"],
};

export const apiRecords = [
  shopifyOrders,
  stripeCharges,
  stripeSubscriptions,
  woocommerceOrders,
  rechargeCharges,
  rechargeSubscriptions,
  chargebeeInvoices,
  chargebeeSubscriptions,
  salesforceOpportunities,
];
