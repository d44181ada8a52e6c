/** Addresses of the console's own pages. */
export const pages = {
  organizations: '/',
} as const;

/** Addresses of the service that the console reads from and writes to. */
export const endpoints = {
  about: '/api/about',
  session: '/api/auth/session',
  signOut: '/api/auth/logout',
  organizations: '/api/organizations',
} as const;

/** Where a click on "sign in" leads; the service brings the person back to `returnTo`. */
export const signInHref = (returnTo: string): string => `/api/auth/start?returnTo=${encodeURIComponent(returnTo)}`;

/** Path, parameters and fragment of the page being shown. */
export const addressHere = (): string => {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
};
