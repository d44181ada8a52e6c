import { CookieJar } from 'tough-cookie';

export type RequestHeaders = Readonly<Record<string, string>>;

/** An answer with its body already read as text. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; `any` shape on purpose: tests compare it as a whole. */
  readonly json: unknown;
  readonly location: string | null;
  readonly setCookies: readonly string[];
}

/** A web browser as far as the service can tell: a cookie jar that obeys attributes, and no followed redirects. */
export interface Browser {
  readonly jar: CookieJar;
  request(url: string, init?: RequestInit): Promise<Answer>;
  /** The value of a cookie it would send to this address, or null. */
  cookie(url: string, name: string): Promise<string | null>;
}

/** A browser with an empty jar, which sends these headers with each request. */
export function createBrowser(always: RequestHeaders = {}): Browser {
  const jar = new CookieJar();
  return {
    jar,
    request: async (url, init = {}) => {
      const headers = new Headers({ ...always, ...Object.fromEntries(new Headers(init.headers)) });
      const cookies = await jar.getCookieString(url, { sameSiteContext: 'lax' });
      if (cookies !== '' && !headers.has('cookie')) headers.set('cookie', cookies);
      const answer = await fetchOnce(url, { ...init, headers });
      for (const cookie of answer.setCookies) await jar.setCookie(cookie, url, { sameSiteContext: 'lax' });
      return answer;
    },
    cookie: async (url, name) =>
      (await jar.getCookies(url, { sameSiteContext: 'lax' })).find(({ key }) => key === name)?.value ?? null,
  };
}

/** One request without cookies and without following redirects. */
export async function fetchOnce(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: parse(text),
    location: response.headers.get('location'),
    setCookies: response.headers.getSetCookie(),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Does on the code host's page what a person does: chooses who they are and accepts or cancels. */
export async function authorizeAt(authorizeUrl: string, login: string, decision: string): Promise<URL> {
  const url = new URL(authorizeUrl);
  const response = await fetch(`${url.origin}${url.pathname}${url.search}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...Object.fromEntries(url.searchParams), login, decision }),
  });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`the code host did not send anybody back: ${response.status}`);
  return new URL(location);
}
