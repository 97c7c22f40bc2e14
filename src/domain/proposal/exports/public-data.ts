// Public data sets of shops: UCI Online Retail I and II, CDNOW, and the Complete Journey.

import type { KnownExport } from "./known-export.js";

const onlineRetail: KnownExport = {
  platform: "uci",
  export: "online retail",
  title: "UCI Online Retail",
  required: ["InvoiceNo", "StockCode", "Description", "Quantity", "InvoiceDate", "UnitPrice", "CustomerID"],
  aliases: { InvoiceNo: ["Invoice"], UnitPrice: ["Price"] },
  identity_sets: { customer: { customer_id: "CustomerID" } },
  reference_key_columns: ["CustomerID"],
  output_to_streams: {
    transaction: {
      event_key: ["InvoiceNo"],
      data_map: {
        datetime: { column_name: "InvoiceDate" },
        value: { columns: ["Quantity", "UnitPrice"], combine: "product", aggregate: "sum" },
        product: { column_name: "Description", aggregate: "list" },
        stock_code: { column_name: "StockCode", aggregate: "list" },
        quantity: { column_name: "Quantity", aggregate: "sum" },
        country: { column_name: "Country" },
      },
      conditions: [
        { column_name: "InvoiceNo", _nmatches: "^[CcAa]" },
        { column_name: "Quantity", _gt: 0 },
      ],
    },
    refund: {
      event_key: ["InvoiceNo"],
      data_map: {
        datetime: { column_name: "InvoiceDate" },
        value: { columns: ["Quantity", "UnitPrice"], combine: "product", aggregate: "sum" },
        product: { column_name: "Description", aggregate: "list" },
      },
      conditions: [{ column_name: "InvoiceNo", _matches: "^[Cc]" }],
    },
  },
};

const cdnow: KnownExport = {
  platform: "cdnow",
  export: "transactions",
  title: "CDNOW",
  required: ["customer_id", "date", "cds", "value"],
  aliases: {
    customer_id: ["id", "user_id", "custid"],
    date: ["order_dt"],
    cds: ["order_products", "num_cds", "quantity"],
    value: ["order_amount", "amt", "sales"],
  },
  identity_sets: { customer: { customer_id: "customer_id" } },
  reference_key_columns: ["customer_id"],
  output_to_streams: {
    transaction: {
      data_map: {
        datetime: { column_name: "date" },
        value: { column_name: "value" },
        cds: { column_name: "cds" },
      },
    },
  },
};

const household = { identity_sets: { household: { customer_id: "household_id" } } };
const journey = (name: string): Pick<KnownExport, "platform" | "export" | "title" | "aliases"> => ({
  platform: "complete journey",
  export: name,
  title: `Complete Journey ${name}`,
  aliases: { household_id: ["household_key"] },
});

const baskets: KnownExport = {
  ...journey("transactions"),
  ...household,
  required: ["household_id", "basket_id", "product_id", "quantity", "sales_value", "transaction_timestamp"],
  reference_key_columns: ["household_id"],
  output_to_streams: {
    transaction: {
      event_key: ["basket_id"],
      data_map: {
        datetime: { column_name: "transaction_timestamp" },
        value: { columns: ["sales_value"], combine: "sum", aggregate: "sum" },
        product_id: { column_name: "product_id", aggregate: "list" },
        quantity: { column_name: "quantity", aggregate: "sum" },
        store_id: { column_name: "store_id" },
        retail_discount: { column_name: "retail_disc", aggregate: "sum" },
        coupon_discount: { column_name: "coupon_disc", aggregate: "sum" },
      },
    },
  },
};

const redemptions: KnownExport = {
  ...journey("coupon redemptions"),
  ...household,
  required: ["household_id", "coupon_upc", "campaign_id", "redemption_date"],
  output_to_streams: {
    coupon_redemption: {
      data_map: {
        datetime: { column_name: "redemption_date" },
        coupon: { column_name: "coupon_upc" },
        campaign_id: { column_name: "campaign_id" },
      },
    },
  },
};

const demographics: KnownExport = {
  ...journey("demographics"),
  ...household,
  required: ["household_id", "income", "home_ownership", "marital_status", "household_size"],
  output_to_streams: {},
  output_to_traits: Object.fromEntries(
    [
      ...["age", "income", "home_ownership", "marital_status", "household_size", "household_comp"],
      "kids_count",
    ].map((name) => [name, { column_name: name }]),
  ),
};

export const publicData = [onlineRetail, cdnow, baskets, redemptions, demographics];
