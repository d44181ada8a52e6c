import type { Outage } from './generated/contract.ts';
import type { Failed, Outcome } from './outcome.ts';

export const UNREACHED: Failed = {
  error: 'The service could not be reached. Please check your connection and try again.',
  status: null,
  retryAfterSeconds: null,
};

export const outcomeOf = (answer: Response, body: unknown): Outcome<unknown> =>
  answer.ok && body !== undefined ? { data: body, status: answer.status } : withoutData(answer, body);

export function withoutData({ ok, status, headers, type, url }: Response, body: unknown): Failed {
  if (type === 'opaqueredirect') return { ...UNREACHED, error: redirectedTo('another address') };
  if (status >= 300 && status < 400)
    return { error: redirectedTo(originOf(headers.get('Location'), url)), status, retryAfterSeconds: null };
  const retryAfterSeconds = wholeSeconds(headers.get('Retry-After'));
  const requestId = status >= 500 ? headers.get('X-Request-Id') : null;
  const outage = outageIn(headers.get('Orgdesk-Outage'));
  if (!ok) {
    const error = textIn(body, 'error') ?? generalMessage(status);
    const code = textIn(body, 'code');
    const details = {
      ...(code !== null && { code }),
      ...(outage !== null && { outage }),
      ...(requestId !== null && { requestId }),
    };
    return { error, status, retryAfterSeconds, ...details };
  }
  return { error: 'The service sent an answer that cannot be read.', status, retryAfterSeconds };
}

const redirectedTo = (address: string): string =>
  `The service redirects to ${address}, where nothing was sent. Please use the address of the service itself.`;

function originOf(location: string | null, from: string): string {
  const base = from === '' ? undefined : from;
  const origin = location !== null && URL.canParse(location, base) ? new URL(location, base).origin : 'null';
  return origin === 'null' ? 'another address' : origin;
}

const OUTAGES: Readonly<Record<Outage, true>> = {
  'database-away': true,
  overloaded: true,
  'code-host-away': true,
  'code-host-limited': true,
  'app-refused': true,
};

/** Null for outages this version does not know. */
const outageIn = (name: string | null): Outage | null =>
  name !== null && Object.hasOwn(OUTAGES, name) ? (name as Outage) : null;

/** Null for a date, which proxies may send. */
const wholeSeconds = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** Undefined when the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textIn(body: unknown, name: 'code' | 'error'): string | null {
  const text: unknown = Object(body)[name];
  return typeof text === 'string' && text !== '' ? text : null;
}

function generalMessage(status: number): string {
  if (status === 401) return 'Please sign in to continue.';
  return status >= 500
    ? `The service has a problem at the moment (status ${status}). Please try again.`
    : `The service refused the request (status ${status}).`;
}
