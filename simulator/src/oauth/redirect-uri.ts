/** These match on any port; `localhost` does not. */
const LOOPBACK_HOSTS = new Set(['127.0.0.1', '[::1]']);

/** Exact unless `wildcard`. GitHub docs: Authorizing OAuth apps, redirect URLs and loopback redirect URLs. */
export function isRegisteredCallback(redirectUri: string, callbackUrls: readonly string[], wildcard: boolean): boolean {
  return callbackUrls.some((registered) => {
    if (redirectUri === registered) return true;
    if (!URL.canParse(redirectUri) || !URL.canParse(registered)) return false;
    const [requestedUrl, registeredUrl] = [new URL(redirectUri), new URL(registered)];
    if (
      requestedUrl.protocol !== registeredUrl.protocol ||
      requestedUrl.username !== '' ||
      requestedUrl.password !== '' ||
      requestedUrl.hash !== ''
    )
      return false;
    if (LOOPBACK_HOSTS.has(registeredUrl.hostname)) {
      return requestedUrl.hostname === registeredUrl.hostname && samePath(requestedUrl, registeredUrl, wildcard);
    }
    if (!wildcard || requestedUrl.port !== registeredUrl.port) return false;
    const sameHost =
      requestedUrl.hostname === registeredUrl.hostname || requestedUrl.hostname.endsWith(`.${registeredUrl.hostname}`);
    return sameHost && samePath(requestedUrl, registeredUrl, wildcard);
  });
}

function samePath(requestedUrl: URL, registeredUrl: URL, wildcard: boolean): boolean {
  if (requestedUrl.pathname === registeredUrl.pathname) return wildcard || requestedUrl.search === registeredUrl.search;
  return (
    wildcard &&
    requestedUrl.pathname.startsWith(
      registeredUrl.pathname.endsWith('/') ? registeredUrl.pathname : `${registeredUrl.pathname}/`,
    )
  );
}
