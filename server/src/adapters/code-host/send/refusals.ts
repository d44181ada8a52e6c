import { Type } from 'typebox';
import type { HostRefusal } from '../../../ports/code-host/refusals.ts';
import { addressOn } from '../addresses.ts';
import type { HostAnswer } from './host-answer.ts';
import { saysAddressRefused, saysRateLimited } from './platform-words.ts';
import { fits } from './shapes.ts';

/** No usable answer; the message tells why, in words of ours. */
export type Unreachable = Extract<HostRefusal, { readonly kind: 'unreachable' }>;

/** Refusal for calls without a usable answer. */
export const unreachable = (message: string): Unreachable => ({ kind: 'unreachable', message });

/** Refusal for an answer of 2xx that is not what its documentation promises. */
export const UNEXPECTED: Unreachable = unreachable('unexpected form of answer');

/** Refusal in the code host's own words; none where it said nothing. */
export const rejected = ({ status, message }: Pick<HostAnswer, 'status' | 'message'>): HostRefusal => ({
  kind: 'rejected',
  status,
  message: message ?? '',
});

/** Refusal for an answer that says, in whatever way, that a limit was hit. */
export const rateLimited = ({ retryAt }: Pick<HostAnswer, 'retryAt'>): HostRefusal => ({
  kind: 'rate-limited',
  retryAt,
});

/** What the status of a REST or GraphQL answer refuses, or null when it refuses nothing. */
export function refusalOf(answer: Omit<HostAnswer, 'refusal'>, webUrl: string): HostRefusal | null {
  const { status, message } = answer;
  if (status >= 200 && status < 300) return null;
  if (status === 401) return { kind: 'unauthorized' };
  // Before the limits: the last call of an hour is answered with an exhausted counter, and is not refused by it.
  const signOn = signOnRequired(answer, webUrl);
  if (signOn !== null) return { kind: 'single-sign-on', message: message ?? '', ...signOn };
  if (status === 403 && message !== null && saysAddressRefused(message)) return { kind: 'ip-allow-list', message };
  if (isRateLimited(answer)) return rateLimited(answer);
  // A 404 without a message comes from something in between, which knows nothing.
  if (status === 404 && message !== null) return { kind: 'missing', message };
  if (status >= 400 && status < 500) return { ...rejected(answer), ...(namesNoSeat(answer) && { code: 'no_seat' }) };
  return unreachable(message ?? `answered ${status}`);
}

const NoSeat = Type.Object({
  errors: Type.Array(Type.Unknown(), { contains: Type.Object({ code: Type.Literal('no_seat') }) }),
});

/** Whether an organization has no seat left: of all refusals the one whose code tells more than its words. */
const namesNoSeat = ({ body }: Pick<HostAnswer, 'body'>): boolean => fits(NoSeat, body);

/**
 * Whether a limit was hit, primary or secondary.
 *
 * Both come as 403 or 429. A 403 may as well be about rights: the exhausted counter, the waiting time or the
 * message tell. The invitation quota is a 422 and does not count.
 * GitHub docs: Rate limits for the REST API.
 */
export function isRateLimited({ status, headers, message }: Omit<HostAnswer, 'refusal'>): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  return headers['x-ratelimit-remaining'] === '0' || 'retry-after' in headers || saysRateLimited(message ?? '');
}

/** Longest header that is read; the platform's own has an address of some hundred characters. */
const HEADER_MAX_CHARACTERS = 4_000;

const REQUIRED = /^required(?:;|$)/;
const REQUIRED_AT = /^required; *url=([\x21-\x7e]+)$/;

/**
 * Whether an answer is refused until the person signs on, and where they do that; null when it is not. The address is
 * told only when it lies on the code host's own web origin: people are sent there.
 *
 * GitHub docs: SAML and GitHub Apps. The header says `partial-results; …` where parts of a list are left out.
 */
function signOnRequired(
  { status, headers }: Pick<HostAnswer, 'status' | 'headers'>,
  webUrl: string,
): { readonly authorizeUrl: string | null } | null {
  const header = headers['x-github-sso'];
  if (status !== 403 || typeof header !== 'string' || !REQUIRED.test(header)) return null;
  const address = header.length <= HEADER_MAX_CHARACTERS ? REQUIRED_AT.exec(header)?.[1] : undefined;
  return { authorizeUrl: address === undefined ? null : (addressOn(webUrl, address)?.href ?? null) };
}
