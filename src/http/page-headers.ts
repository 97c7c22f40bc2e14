// Security headers of pages whose scripts and styles are files of this service: a page loads only these
// files, connects only to this service, cannot be embedded in another page, and does not tell other sites its
// address.

/** `directives` replace those of the policy. */
export const pageHeaders = (directives: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  "content-security-policy": Object.entries({ ...policy, ...directives })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
});

const policy = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self'",
  "font-src": "'self'",
  "connect-src": "'self'",
  "manifest-src": "'none'",
  "form-action": "'none'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
};
