import { Type } from 'typebox';
import type { HostRefusal } from '../../domain/host-refusal.ts';
import { SSO_HEADER_MAX_CHARACTERS } from '../../lib/limits/code-host.ts';
import { addressOn, type CodeHostAddresses } from '../addresses.ts';
import { isRedirect, notFollowed } from './bounded-fetch.ts';
import type { HostAnswer } from './host-answer.ts';
import { saysAddressRefused, saysRateLimited } from './platform-words.ts';
import { fits } from './shapes.ts';

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
  const needs = status === 403 ? neededPermissions(headers?.['x-accepted-github-permissions']) : null;
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
