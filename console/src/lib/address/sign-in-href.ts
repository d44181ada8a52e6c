/** The service returns the person to `returnTo`. */
export const signInHref = (returnTo: string): string => `/api/auth/start?returnTo=${encodeURIComponent(returnTo)}`;

export const addressHere = (): string => {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
};
