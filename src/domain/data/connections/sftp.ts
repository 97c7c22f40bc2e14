// Servers of SFTP. The server's key is pinned, because nobody else vouches for it.

import type { Descriptor } from "./descriptor.js";

export const sftp = {
  title: "SFTP server",
  holds: "files",
  aliases: {},
  fields: {
    host: {
      title: "Host",
      hint: "Name or address, as seen from this service.",
      about: "Host name or address of the server.",
      group: "Server",
      rule: { maxLength: 500, pattern: "^[^/@\\s]+$" },
      example: "sftp.example.com",
    },
    port: { title: "Port", about: "Port. Default: 22.", group: "Server", kind: "port", default: 22 },
    host_key: {
      title: "Host key",
      hint: "The server's fingerprint, such as SHA256:…, or a line that ssh-keyscan prints for it.",
      about:
        "Key by which the server is known: its fingerprint (SHA256:…), or the key itself as ssh-keyscan and known_hosts have it. A server with another key gets no password.",
      group: "Server",
      rule: {
        maxLength: 2_000,
        pattern:
          "^(SHA256:[A-Za-z0-9+/]{43}=?|([^\\s]+ )?(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521)) [A-Za-z0-9+/]+={0,2}( .*)?)$",
      },
      example: "SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU",
    },
    user: {
      title: "User",
      about: "User name to sign in with.",
      group: "Login",
      example: "bellwether",
    },
    directory: {
      title: "Directory",
      hint: "Datasets read below it, and deployments write below it. Empty: where the user is after signing in.",
      about:
        "Directory of the server, absolute or below the one in which the user is after signing in. Datasets read below it, and targets write below it. Absent: that one.",
      group: "Data",
      isOptional: true,
      rule: { maxLength: 500, pattern: "^(?!(.*/)?\\.\\.(/|$))[^\\u0000-\\u001f]*[^/\\u0000-\\u001f]$" },
      example: "exports",
    },
  },
  secret: {
    name: "password",
    title: "Password or private key",
    hint: "A private key is pasted whole, from BEGIN to END, without a passphrase.",
    about: "Password, or a private key in the form of OpenSSH or PEM, without a passphrase.",
    form: "password or SSH key",
    example: "correct horse battery staple",
  },
  secretGoesTo: ["host", "port", "host_key"],
  shown: { server: ["host", "port"], holder: "directory" },
  cannot: [
    "There are no tables: datasets read files, and deployments write them whole.",
    "A file that is written again counts as changed if its size or its second of change differs.",
    "Symbolic links to files are followed, those to directories are not.",
    "Datasets of a server cannot be merged with others, and their pipelines cannot be replayed.",
    "The list of what is there ends after 1,000 names.",
  ],
} as const satisfies Descriptor;
