// Table of the exports that are recognised.

import { amazon } from "./amazon.js";
import { apiRecords } from "./api-records.js";
import { bigcommerce } from "./bigcommerce.js";
import { ebay } from "./ebay.js";
import { etsy } from "./etsy.js";
import { googleAnalytics } from "./google-analytics.js";
import { klaviyo } from "./klaviyo.js";
import type { KnownExport } from "./known-export.js";
import { magento } from "./magento.js";
import { mailchimp } from "./mailchimp.js";
import { olist } from "./olist.js";
import { paypal } from "./paypal.js";
import { publicData } from "./public-data.js";
import { shopify } from "./shopify.js";
import { square } from "./square.js";
import { squarespace } from "./squarespace.js";
import { stripe } from "./stripe.js";
import { woocommerce } from "./woocommerce.js";

export const knownExports: readonly KnownExport[] = [
  ...shopify,
  ...woocommerce,
  ...magento,
  ...bigcommerce,
  ...squarespace,
  ...stripe,
  ...square,
  ...paypal,
  ...amazon,
  ...etsy,
  ...ebay,
  ...klaviyo,
  ...mailchimp,
  ...olist,
  ...publicData,
  ...googleAnalytics,
  ...apiRecords,
];
