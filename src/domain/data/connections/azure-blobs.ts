// Containers of Azure Blob Storage.

import type { Descriptor } from "./descriptor.js";

export const azure_blobs = {
  title: "Azure Blob Storage",
  holds: "files",
  aliases: {},
  fields: {
    account: {
      title: "Storage account",
      about: "Name of the storage account.",
      group: "Account",
      rule: { pattern: "^[a-z0-9]{3,24}$" },
      example: "shopexports",
    },
    container: {
      title: "Container",
      about: "Name of the container.",
      group: "Bucket",
      rule: { pattern: "^(\\$root|[a-z0-9](-?[a-z0-9]){2,62})$" },
      example: "exports",
    },
    endpoint: {
      title: "Endpoint",
      hint: "Empty: that of the account in Azure's public cloud.",
      about:
        "Address of the blob service where it is not https://{account}.blob.core.windows.net, such as that of another cloud of Azure or of an emulator.",
      group: "Storage",
      isOptional: true,
      rule: { maxLength: 500, pattern: "^https?://[^?#@\\s]+[^/?#@\\s]/?$" },
      example: "https://shopexports.blob.core.chinacloudapi.cn",
    },
    prefix: {
      title: "Directory",
      hint: "Datasets read below it, and deployments write below it. Empty: the whole container.",
      about:
        "Directory of the container. Datasets read below it, and targets write below it. Absent: the whole container.",
      group: "Bucket",
      isOptional: true,
      rule: { maxLength: 500, pattern: "^[^/*](.*[^/*])?$" },
      example: "exports",
    },
  },
  secret: {
    name: "account_key",
    title: "Account key or SAS",
    hint: "A key of the account, or a shared access signature: the part of its address after the question mark.",
    about:
      "Key of the account, or a shared access signature with the permissions to read and list, and for targets to create and write.",
    example: "sv=2024-11-04&sr=c&sp=rlcw&sig=…",
  },
  secretGoesTo: ["account", "endpoint"],
  shown: { server: ["account"], holder: "container" },
  cannot: [
    "There are no tables: datasets read files, and deployments write them whole.",
    "Users and roles of Entra ID do not sign in: use a key of the account or a shared access signature.",
    "Datasets of a container cannot be merged with others, and their pipelines cannot be replayed.",
    "The list of what is there ends after 1,000 names.",
  ],
} as const satisfies Descriptor;
