import type { InvitationFailureReason, Outage, UncheckedPart, Withheld } from '@orgdesk/contract';
import { JOBS_OPEN_MAX } from '@orgdesk/contract/limits';
import { type HostRefusal, hostMessage, type InvitationRefusal } from '../domain/host-refusal.ts';
import {
  DOWNLOAD_REFUSED_RETRY_SECONDS,
  LIST_REFUSED_RETRY_SECONDS,
  STREAM_REFUSED_RETRY_SECONDS,
} from '../lib/limits/http.ts';
import { FILES_REFUSED_RETRY_SECONDS } from '../lib/limits/people.ts';

export interface RefusalResponse {
  readonly status: number;
  readonly error: string;
  /** Describes the `Retry-After` header, if it may be sent. */
  readonly retryAfter?: string;
  /** Sent as `Retry-After` when the refusal itself names no time. */
  readonly retryAfterSeconds?: number;
  /** Code of an OAuth error, where the contract has one. */
  readonly code?: string;
  /** Names what does not answer if the request is valid. */
  readonly outage?: Outage;
}

/** The message of the code host or network. */
const HOST_MESSAGE = null;

interface ReportedFailure<Reason = InvitationFailureReason> {
  readonly reason: Reason;
  readonly error: string | typeof HOST_MESSAGE;
}

type RefusalReason = Extract<InvitationFailureReason, 'rate-limited' | 'token-rejected' | 'refused' | 'unreachable'>;

interface HostRefusalMapping {
  /** `POST /api/organizations/{login}/mass-invite`. Specification: mass invite, step 3; decision M2. */
  readonly invitation: ReportedFailure<RefusalReason>;
  /** `POST /api/github/graphql`. Specification: Errors, Other endpoints; decision G3. */
  readonly query: RefusalResponse;
  readonly ownersOnly: RefusalResponse;
  /** Membership in `GET /api/organizations/{login}/access`. */
  readonly membership: 'token-not-accepted' | 'cause' | 'unchecked';
  /** Why a part of that response is unknown. */
  readonly unchecked: UncheckedPart['reason'];
  /** Why a part of an NDJSON list is missing. */
  readonly withheld: Withheld['reason'];
  readonly linking: keyof typeof LINKING_FAILED;
  /** `github_app_authorization.revoked`: whether the session ends or the event must be redelivered. */
  readonly revocation: 'session-ends' | 'not-processed';
}

export const SIGN_IN_FIRST: RefusalResponse = { status: 401, error: 'Please sign in to continue.' };
export const INVALID_REQUEST: RefusalResponse = { status: 400, error: 'The request is not valid.' };

export const NO_ORGANIZATION: RefusalResponse = { status: 400, error: 'Please select an organization first.' };

/** Limits changes that only write audit entries. */
export const TOO_MANY_CHANGES = {
  status: 429,
  error: 'You made too many changes of this kind in the last hour. Please try again later.',
  retryAfter: 'Seconds to wait.',
} as const satisfies RefusalResponse;

/** What an organization may have of jobs that are not ended. `jobs` is their name for people, such as "plans". */
export const jobLimitResponses = (jobs: string) =>
  ({
    'too-many-jobs': {
      status: 409,
      error: `There are ${JOBS_OPEN_MAX} unfinished ${jobs}. Please wait for one to finish.`,
    },
    'storage-full': {
      status: 409,
      error: `The organization's unfinished ${jobs} have reached its storage limit. Please wait for one to finish.`,
    },
  }) as const satisfies Readonly<Record<string, RefusalResponse>>;

export const TOO_MANY_LISTS = {
  status: 429,
  error: 'You are loading too many lists at once. Please wait until one of them has finished.',
  retryAfter: 'Seconds to wait.',
  retryAfterSeconds: LIST_REFUSED_RETRY_SECONDS,
} as const satisfies RefusalResponse;

export const TOO_MANY_DOWNLOADS = {
  status: 429,
  error: 'Too many downloads are in progress. Please wait until one of them has finished.',
  retryAfter: 'Seconds to wait.',
  retryAfterSeconds: DOWNLOAD_REFUSED_RETRY_SECONDS,
} as const satisfies RefusalResponse;

export const TOO_MANY_FILES = {
  status: 429,
  error: 'Too many organization files are waiting to be read. Please try again when yours have been.',
  retryAfter: 'Seconds to wait.',
  retryAfterSeconds: FILES_REFUSED_RETRY_SECONDS,
} as const satisfies RefusalResponse;

export const TOO_MANY_VIEWS = {
  status: 429,
  error: 'You downloaded too many files of this organization in the last hour. Please try again later.',
  retryAfter: 'Seconds to wait.',
} as const satisfies RefusalResponse;

/** Does not reveal whether the organization exists. */
export const NOT_A_MEMBER: RefusalResponse = {
  status: 404,
  error: 'This organization was not found, or you are not a member of it.',
};

/** Sent with both logins instead. */
export const RENAMED: RefusalResponse = {
  status: 404,
  error: 'The organization was renamed. Please sign in again.',
};

export const NOT_ADMIN: RefusalResponse = { status: 403, error: 'Only organization admins can send invitations.' };

export const TOO_MANY_WATCHERS = {
  status: 429,
  error: 'Too many pages are watching for live updates. Please refresh manually instead.',
  retryAfter: 'Seconds to wait.',
  retryAfterSeconds: STREAM_REFUSED_RETRY_SECONDS,
} as const satisfies RefusalResponse;

/** Without an audit entry, no change is sent. */
export const NO_TRAIL: RefusalResponse = {
  status: 503,
  error: 'Could not write to the audit log, so nothing was changed. Please try again.',
  outage: 'database-away',
  retryAfter: 'Seconds to wait.',
};

export const OTHER_ORGANIZATION: RefusalResponse = {
  status: 409,
  error: 'The organization was renamed, so nothing was changed. Please reload the page and try again.',
};

export const CLAIMED = 'Not changed: another request is already making this change.';

/** Enterprise Server and managed users have no invitations. */
export const NO_INVITATIONS: RefusalResponse = {
  status: 409,
  error: 'This organization has no invitations: the code host adds people directly as members.',
};

export const SIGN_IN_AGAIN: RefusalResponse = {
  status: 401,
  error: 'The code host no longer accepts your sign in. Please sign in again.',
};

const INSTALLATION_FAILED = { status: 500, error: 'Installation failed. Please try again.' } as const;

/** Responses per way of linking. Specification: Errors, Install callback and others. */
export const LINKING_FAILED = {
  'no-session': {
    callback: { status: 401, error: 'Your session expired during installation. Please sign in and try again.' },
    complete: SIGN_IN_FIRST,
  },
  failed: { callback: INSTALLATION_FAILED, complete: INSTALLATION_FAILED },
  away: {
    callback: { ...INSTALLATION_FAILED, outage: 'code-host-away' },
    complete: { ...INSTALLATION_FAILED, outage: 'code-host-away' },
  },
  limited: {
    callback: { ...INSTALLATION_FAILED, outage: 'code-host-limited' },
    complete: { ...INSTALLATION_FAILED, outage: 'code-host-limited' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<'callback' | 'complete', RefusalResponse>>>>;

/** Applies to every code-host error during sign-in. Specification: Errors, Sign-in callback. */
export const SIGN_IN_FAILED = 'code-host-failed';

const QUERY_FAILED: RefusalResponse = {
  status: 500,
  error: 'The code host could not run the query. Please try again.',
};

const LIMITED = {
  status: 500,
  error: 'API rate limit exceeded',
  retryAfter: 'Seconds until the code host accepts requests again, if known.',
  outage: 'code-host-limited',
} as const satisfies RefusalResponse;

const REFUSED = {
  invitation: { reason: 'refused', error: HOST_MESSAGE },
  query: QUERY_FAILED,
  ownersOnly: {
    status: 403,
    error:
      'The code host does not allow orgdesk to do this for you. The App may be suspended in this organization, or lack a ' +
      'permission there. See GET /api/organizations/{login}/access for the cause and who can fix it.',
  },
  unchecked: 'refused',
  withheld: 'refused',
  linking: 'failed',
  revocation: 'not-processed',
} as const;

type HostRefusalKind = HostRefusal['kind'];

/** The only table of code-host refusals (rows) and responses to callers (columns). */
export const HOST_REFUSAL_MAPPINGS: Readonly<Record<HostRefusalKind, HostRefusalMapping>> = {
  unauthorized: {
    invitation: { reason: 'token-rejected', error: 'Bad credentials' },
    query: SIGN_IN_AGAIN,
    ownersOnly: SIGN_IN_AGAIN,
    membership: 'token-not-accepted',
    unchecked: 'refused',
    withheld: 'token-rejected',
    linking: 'no-session',
    revocation: 'session-ends',
  },
  // See `retryAfterSeconds` for the time.
  'rate-limited': {
    invitation: { reason: 'rate-limited', error: 'API rate limit exceeded' },
    query: LIMITED,
    ownersOnly: { ...LIMITED, status: 503 },
    membership: 'unchecked',
    unchecked: 'rate-limited',
    withheld: 'rate-limited',
    linking: 'limited',
    revocation: 'not-processed',
  },
  'single-sign-on': {
    ...REFUSED,
    membership: 'cause',
    withheld: 'single-sign-on',
    ownersOnly: {
      status: 403,
      error: 'This organization requires single sign-on. Authenticate with SSO on the code host, then sign in again.',
    },
  },
  'ip-allow-list': {
    ...REFUSED,
    membership: 'cause',
    withheld: 'ip-allow-list',
    ownersOnly: { status: 403, error: "This organization's IP allow list does not include orgdesk's address." },
  },
  // Does not apply where a missing person or installation is a valid answer.
  missing: { ...REFUSED, membership: 'unchecked', ownersOnly: NOT_A_MEMBER },
  // Usually a missing permission.
  rejected: { ...REFUSED, membership: 'unchecked' },
  unreachable: {
    invitation: { reason: 'unreachable', error: HOST_MESSAGE },
    query: { ...QUERY_FAILED, outage: 'code-host-away' },
    ownersOnly: {
      status: 503,
      error: 'The code host is unavailable. Please try again.',
      outage: 'code-host-away',
      retryAfter: 'Seconds to wait.',
    },
    membership: 'unchecked',
    unchecked: 'unreachable',
    withheld: 'unreachable',
    linking: 'away',
    revocation: 'not-processed',
  },
};

export const columnOf = <C extends keyof HostRefusalMapping>(column: C) =>
  Object.fromEntries(
    Object.entries(HOST_REFUSAL_MAPPINGS).map(([kind, mapping]) => [kind, mapping[column]]),
  ) as Readonly<Record<HostRefusalKind, HostRefusalMapping[C]>>;

type WithoutDate = Exclude<HostRefusal | InvitationRefusal, { readonly kind: 'invited-before' }>;

const INVITATION_FAILURES: Readonly<Record<WithoutDate['kind'], ReportedFailure>> = {
  ...columnOf('invitation'),
  'already-there': { reason: 'already-there', error: HOST_MESSAGE },
  'already-member': { reason: 'already-there', error: 'Invitee is already a part of this organization' },
  'over-quota': { reason: 'over-quota', error: HOST_MESSAGE },
  'not-confirmed': { reason: 'not-confirmed', error: HOST_MESSAGE },
  'other-organization': { reason: 'not-tried', error: OTHER_ORGANIZATION.error },
};

export function invitationFailureOf(refusal: HostRefusal | InvitationRefusal): {
  readonly reason: InvitationFailureReason;
  readonly error: string;
} {
  if (refusal.kind === 'invited-before') {
    const day = refusal.since.toISOString().slice(0, 10);
    return { reason: 'already-there', error: `Invitee has an open invitation since ${day}` };
  }
  const { reason, error } = INVITATION_FAILURES[refusal.kind];
  return { reason, error: error ?? refusalMessage(refusal) };
}

export function hostFailureOf(refusal: HostRefusal): { readonly reason: RefusalReason; readonly error: string } {
  const { reason, error } = HOST_REFUSAL_MAPPINGS[refusal.kind].invitation;
  return { reason, error: error ?? refusalMessage(refusal) };
}

/** Uses the code host's message if there is one. */
export function withheldPart(
  part: Withheld['part'],
  refusal: HostRefusal | { readonly kind: 'owners-only' | 'out-of-time' },
  subject: string | null = null,
): Withheld {
  if (refusal.kind === 'owners-only' || refusal.kind === 'out-of-time') {
    return { part, reason: refusal.kind, message: null, subject };
  }
  return { part, reason: HOST_REFUSAL_MAPPINGS[refusal.kind].withheld, message: hostMessage(refusal), subject };
}

/** Returns null if the code host answered with a refusal. */
export const outageOf = ({ kind, code }: { readonly kind: string; readonly code?: string }): Outage | null => {
  if (kind === 'unreachable') return 'code-host-away';
  if (code === 'app-refused') return 'app-refused';
  return kind === 'rate-limited' ? 'code-host-limited' : null;
};

export const refusalMessage = (refusal: { readonly kind: string; readonly message?: string }): string =>
  refusal.message === undefined || refusal.message === '' ? 'Unknown error' : refusal.message;

export function longestWait(refusals: readonly Parameters<typeof retryAfterSeconds>[0][], now: Date): number | null {
  const longest = Math.max(0, ...refusals.map((refusal) => retryAfterSeconds(refusal, now) ?? 0));
  return longest === 0 ? null : longest;
}

/** At least one second; null if unknown or not rate limited. */
export function retryAfterSeconds(
  { retryAt = null }: { readonly kind: string; readonly retryAt?: Date | null },
  now: Date,
): number | null {
  return retryAt === null ? null : Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000));
}
