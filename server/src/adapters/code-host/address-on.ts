/** An address that lies on the origin of the code host's web pages, or null: people are sent to no other. */
export function addressOn(webUrl: string, address: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.origin === new URL(webUrl).origin && url.username === '' && url.password === '' ? url : null;
}
