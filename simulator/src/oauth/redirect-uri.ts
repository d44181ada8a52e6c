/** These match on any port; `localhost` does not. */
const LOOPBACK_HOSTS = new Set(['127.0.0.1', '[::1]']);

/** Exact unless `wildcard`. GitHub docs: Authorizing OAuth apps, redirect URLs and loopback redirect URLs. */
export function isRegisteredCallback(redirectUri: string, callbackUrls: readonly string[], wildcard: boolean): boolean {
  return callbackUrls.some((registered) => {
    if (redirectUri === registered) return true;
    if (!URL.canParse(redirectUri) || !URL.canParse(registered)) return false;
    const [asked, known] = [new URL(redirectUri), new URL(registered)];
    if (asked.protocol !== known.protocol || asked.username !== '' || asked.password !== '' || asked.hash !== '')
      return false;
    if (LOOPBACK_HOSTS.has(known.hostname)) {
      return asked.hostname === known.hostname && samePath(asked, known, wildcard);
    }
    if (!wildcard || asked.port !== known.port) return false;
    const sameHost = asked.hostname === known.hostname || asked.hostname.endsWith(`.${known.hostname}`);
    return sameHost && samePath(asked, known, wildcard);
  });
}

function samePath(asked: URL, known: URL, wildcard: boolean): boolean {
  if (asked.pathname === known.pathname) return wildcard || asked.search === known.search;
  return wildcard && asked.pathname.startsWith(known.pathname.endsWith('/') ? known.pathname : `${known.pathname}/`);
}
