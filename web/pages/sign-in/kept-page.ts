// The request of an assistant, kept in the browser's tab while its user signs in at an identity provider, which leads back
// to a page without it.

const kept = "access request";
const path = "/console/connect";

/** Called when the browser leaves for a provider. */
export const keepPage = (): void => {
  if (location.pathname === path) sessionStorage.setItem(kept, location.search);
  else sessionStorage.removeItem(kept);
};

/** Where the browser goes once its user is signed in. */
export const takeKeptPage = (): string => {
  const search = sessionStorage.getItem(kept);
  sessionStorage.removeItem(kept);
  return search === null ? "/console" : path + search;
};
