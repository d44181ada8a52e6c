import { Type } from 'typebox';
import type { HostRefusal } from '../../domain/host-refusal.ts';
import {
  RETRY_AHEAD_MAX_MS,
  SPOKEN_MESSAGE_MAX_CHARACTERS,
  SSO_HEADER_MAX_CHARACTERS,
} from '../../lib/limits/code-host.ts';
import { withoutCredentials } from '../../lib/secrets.ts';
import type { Clock } from '../../lib/system.ts';
import { addressOn, type CodeHostAddresses } from '../addresses.ts';
import { isRedirect, notFollowed } from './bounded-fetch.ts';
import { fits, type HostAnswer } from './shapes.ts';

/** Characters that break a line, control a terminal or change text direction. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/**
 * Redacts the request's secrets, which a broken proxy may echo. `errors[0]` comes before `message`, which may be only
 * "Validation Failed". GitHub docs: Troubleshooting the REST API.
 */
export function hostMessage(body: unknown, secrets: readonly string[]): string | null {
  if (!isRecord(body)) return null;
  const first = Array.isArray(body.errors) ? entryText(body.errors[0]) : null;
  return publicText(first ?? text(body.message) ?? text(body.error_description) ?? body.error, secrets);
}

/** Sanitizes all code-host text: one line, secrets redacted, length limited; null if empty. */
export function publicText(value: unknown, secrets: readonly string[]): string | null {
  const message = text(value);
  if (message === null) return null;
  // Redact before cutting, which might leave half a secret.
  const withoutSecrets = secrets.reduce(
    (rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, SECRET)),
    message,
  );
  return text(
    withoutCredentials(withoutSecrets.replace(UNPRINTABLE, ' '), SECRET).slice(0, SPOKEN_MESSAGE_MAX_CHARACTERS),
  );
}

const SECRET = '[secret]';

const entryText = (entry: unknown): string | null => (isRecord(entry) ? text(entry.message) : text(entry));

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/* The platform marks these cases by message text only; status and code do not tell them apart. */

/** Older Enterprise Servers call the secondary limit abuse. */
export const saysRateLimited = (message: string): boolean =>
  /^(API rate limit (already )?exceeded|You have exceeded a secondary rate limit|You have triggered an abuse detection)/i.test(
    message,
  );

export const saysAddressRefused = (message: string): boolean =>
  /\borganization has an IP allow list enabled\b/i.test(message);

/** GraphQL has no header for single sign-on. */
export const saysSignOn = (message: string): boolean =>
  /^Resource protected by organization SAML enforcement\b/i.test(message);

/** The person is a member or already invited. */
export const saysAlreadyThere = (message: string): boolean => /\balready\b/i.test(message);

export const saysMember = (message: string): boolean => /\balready a part of\b/i.test(message);

/** Reported of Apps that invite by email or as owner. */
export const saysInviter = (message: string): boolean =>
  /\binviter must be an organization (?:admin|owner)\b/i.test(message);

export const saysOverQuota = (message: string): boolean => /\binvitation rate limit\b/i.test(message);

/** A smaller query may succeed. */
export const saysTooMuch = (message: string): boolean =>
  /^(Something went wrong while executing your query|We couldn't respond to your request in time)|\b(timed out|timeout|exceeds the maximum limit of [\d,]+)\b/i.test(
    message,
  );

/** The JWT's time was rejected: one of the clocks is wrong. */
export const saysClaimRefused = (message: string): boolean =>
  /^'(Issued at' claim \('iat'|Expiration time' claim \('exp')\)/i.test(message);

/** Any call as an unknown App may answer this. */
export const saysNoApp = (message: string): boolean => message === 'Integration not found';

/** The header that names the permissions of a call comes with other answers, too. */
const saysLacking = (message: string): boolean => /^Resource not accessible by /i.test(message);

export const saysInstallationSuspended = (message: string): boolean =>
  /^This installation has been suspended\b/i.test(message);

export const saysSuspended = (message: string): boolean => /\bsuspended\b/i.test(message);

/**
 * Returns `retry-after`, else the reset time of a used-up counter; null if missing, malformed, past, or more than a day
 * ahead. GitHub docs: Exceeding the rate limit.
 */
export function retryAtOf(headers: Readonly<Record<string, unknown>>, clock: Clock): Date | null {
  const { 'retry-after': retryAfter, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset } = headers;
  if (retryAfter === undefined && remaining !== '0') return null;
  const now = clock.now().getTime();
  const times = [afterOf(retryAfter, now), remaining === '0' ? secondsIn(reset) : Number.NaN];
  const usable = times.find((time) => time > now && time - now <= RETRY_AHEAD_MAX_MS);
  return usable === undefined ? null : new Date(usable);
}

function afterOf(value: unknown, now: number): number {
  return httpDateOf(value)?.getTime() ?? now + secondsIn(value);
}

const secondsIn = (value: unknown): number =>
  typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) * 1000 : Number.NaN;

/** The only date format senders may use (RFC 9110, 5.6.7); `Date` accepts far more. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

export function httpDateOf(value: unknown): Date | null {
  if (typeof value !== 'string' || !HTTP_DATE.test(value)) return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

export type Unreachable = Extract<HostRefusal, { readonly kind: 'unreachable' }>;

export const unreachable = (message: string): Unreachable => ({ kind: 'unreachable', message });

/** A 2xx answer that does not match its documentation. */
export const UNEXPECTED: Unreachable = unreachable('unexpected response format');

/** For what belongs to another organization, which has the login now. */
export const MISSING: HostRefusal = { kind: 'missing', message: '' };

/** For a name that cannot be part of an address. Not `missing`: nothing was read. */
export const NOT_A_NAME: HostRefusal = {
  kind: 'rejected',
  status: 400,
  message: 'The name is not valid. Nothing was sent.',
};

export const rejected = ({
  status,
  message,
  headers,
}: Pick<HostAnswer, 'status' | 'message'> & Partial<Pick<HostAnswer, 'headers'>>): HostRefusal => {
  const isLacking = status === 403 && saysLacking(message ?? '');
  const needs = isLacking ? neededPermissions(headers?.['x-accepted-github-permissions']) : null;
  return { kind: 'rejected', status, message: message ?? '', ...(needs !== null && { needs }) };
};

const PERMISSION = '[a-z_]{1,60}=(?:read|write|admin)';

const PERMISSIONS = new RegExp(`^${PERMISSION}(?:[,;] ?${PERMISSION}){0,5}$`);

/** Alternatives are separated by semicolons. GitHub docs: Permissions required for GitHub Apps. */
function neededPermissions(header: unknown): string | null {
  if (typeof header !== 'string' || !PERMISSIONS.test(header)) return null;
  return header.replaceAll('=', ': ').replaceAll(/, ?/g, ' and ').replaceAll(/; ?/g, ' or ');
}

export const rateLimited = ({ retryAt }: Pick<HostAnswer, 'retryAt'>): HostRefusal => ({
  kind: 'rate-limited',
  retryAt,
});

export const createRefusalOf =
  ({ apiUrl, webUrl }: Pick<CodeHostAddresses, 'apiUrl' | 'webUrl'>) =>
  (answer: Omit<HostAnswer, 'refusal'>): HostRefusal | null => {
    if (!isRedirect(answer.status)) return refusalOf(answer, webUrl);
    return isMovedRepository(answer, apiUrl) ? movedRepository(answer) : unreachable(notFollowed(answer.status));
  };

const Moved = Type.Object({ message: Type.String(), url: Type.String() });

const OF_REPOSITORY = /^\/(?:repos|organizations\/[0-9]+\/team\/[0-9]+\/repos|orgs\/[^/]+\/teams\/[^/]+\/repos)\//;

const NUMBERED_REPOSITORY = /^\/repositories\/[0-9]+(?:[/?]|$)/;

/** Others may redirect as well, to a login page for example. GitHub docs: Renaming a repository. */
function isMovedRepository({ url, body }: Pick<HostAnswer, 'url' | 'body'>, apiUrl: string): boolean {
  const below = (address: string) => (address.startsWith(apiUrl) ? address.slice(apiUrl.length) : '');
  return OF_REPOSITORY.test(below(url)) && fits(Moved, body) && NUMBERED_REPOSITORY.test(below(body.url));
}

/** This name will not work again. */
const movedRepository = ({ status }: Pick<HostAnswer, 'status'>): HostRefusal => ({
  kind: 'rejected',
  status,
  message: 'The repository was renamed or moved.',
});

function refusalOf(answer: Omit<HostAnswer, 'refusal'>, webUrl: string): HostRefusal | null {
  const { status, message } = answer;
  if (status >= 200 && status < 300) return null;
  if (status === 401) return { kind: 'unauthorized' };
  // Checked before the limits: the last call within a limit has a used-up counter but is not refused by it.
  const signOn = signOnRequired(answer, webUrl);
  if (signOn !== null) return { kind: 'single-sign-on', message: message ?? '', ...signOn };
  if (status === 403 && message !== null && saysAddressRefused(message)) return { kind: 'ip-allow-list', message };
  if (isRateLimited(answer)) return rateLimited(answer);
  // A 404 without a message comes from a proxy, not from the code host.
  if (status === 404 && message !== null) return { kind: 'missing', message };
  if (status >= 400 && status < 500) return { ...rejected(answer), ...(namesNoSeat(answer) && { code: 'no_seat' }) };
  return unreachable(message ?? `answered ${status}`);
}

const NoSeat = Type.Object({
  errors: Type.Array(Type.Unknown(), { contains: Type.Object({ code: Type.Literal('no_seat') }) }),
});

/** The only refusal whose code says more than its message. */
const namesNoSeat = ({ body }: Pick<HostAnswer, 'body'>): boolean => fits(NoSeat, body);

/**
 * Both limits use 403 or 429, and a 403 may concern permissions: the used-up counter, `retry-after` or the message
 * decides. GitHub docs: Rate limits for the REST API.
 */
export function isRateLimited({ status, headers, message }: Omit<HostAnswer, 'refusal'>): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  return headers['x-ratelimit-remaining'] === '0' || 'retry-after' in headers || saysRateLimited(message ?? '');
}

const REQUIRED = /^required(?:;|$)/;

const REQUIRED_AT = /^required; *url=([\x21-\x7e]+)$/;

/**
 * Returns null unless single sign-on is required. `authorizeUrl` must be on the code host's web origin. GitHub docs:
 * SAML and GitHub Apps. `partial-results; …` is no refusal.
 */
function signOnRequired(
  { status, headers }: Pick<HostAnswer, 'status' | 'headers'>,
  webUrl: string,
): { readonly authorizeUrl: string | null } | null {
  const header = headers['x-github-sso'];
  if (status !== 403 || typeof header !== 'string' || !REQUIRED.test(header)) return null;
  const address = header.length <= SSO_HEADER_MAX_CHARACTERS ? REQUIRED_AT.exec(header)?.[1] : undefined;
  return { authorizeUrl: address === undefined ? null : (addressOn(webUrl, address)?.href ?? null) };
}
