import type { InvitationFailureReason, Outage, UncheckedPart, Withheld } from '@orgdesk/contract';
import type { HostRefusal, InvitationRefusal } from './ports/code-host/refusals.ts';

/** Status and sentence of an answer. */
export interface Wire {
  readonly status: number;
  readonly error: string;
  /** What the header `Retry-After` says, where it may be sent. */
  readonly retryAfter?: string;
  /** What does not answer, where nothing is wrong with the request. */
  readonly outage?: Outage;
}

/** In the code host's own words, or those of the network. */
const ITS_WORDS = null;

/** What is said of a login that was not invited: to programs, and to people. */
interface FailedInvitation<Reason = InvitationFailureReason> {
  readonly reason: Reason;
  readonly error: string | typeof ITS_WORDS;
}

/** Why a call was refused, whatever it was for. */
type RefusalReason = Extract<InvitationFailureReason, 'rate-limited' | 'token-rejected' | 'refused' | 'unreachable'>;

/** What each kind of caller is told when the code host did one thing. */
interface Told {
  /** `POST /api/organizations/{login}/mass-invite`, beside one login. Specification: mass invite, step 3; decision M2. */
  readonly invitation: FailedInvitation<RefusalReason>;
  /** `POST /api/github/graphql`. Specification: Errors, Other endpoints; decision G3. */
  readonly query: Wire;
  /** What only owners may see and do, when the code host was asked for their membership, or for what they are to see. */
  readonly ownersOnly: Wire;
  /** `GET /api/organizations/{login}/access`, when the membership was asked for: no answer, a cause, or an unchecked part. */
  readonly membership: 'token-not-accepted' | 'cause' | 'unchecked';
  /** The same, why that part, or what the App lacks, is not known. */
  readonly unchecked: UncheckedPart['reason'];
  /** Who reads a list in lines: why a part of it is missing. */
  readonly withheld: Withheld['reason'];
  /** Who links an installation. */
  readonly linking: keyof typeof LINKING_FAILED;
  /** `github_app_authorization.revoked`: whether the session ends, or the event has to come again. */
  readonly revocation: 'session-ends' | 'not-processed';
}

/** Where a session is needed. */
export const SIGN_IN_FIRST: Wire = { status: 401, error: 'Please sign in to continue.' };

/** Where an organization has to be named. */
export const NO_ORGANIZATION: Wire = { status: 400, error: 'Please select an organization first.' };

/** Where a change is an entry of the audit trail and costs nothing else. */
export const TOO_MANY_CHANGES = {
  status: 429,
  error: 'You made too many changes of this kind within an hour. Please try again later.',
  retryAfter: 'Seconds to wait.',
} as const satisfies Wire;

/** Where a list is sent in lines. */
export const TOO_MANY_LISTS = {
  status: 429,
  error: 'Too many lists are read for you at this moment. Please wait until one of them has ended.',
  retryAfter: 'Seconds to wait.',
} as const satisfies Wire;

/** Where a file is downloaded. */
export const TOO_MANY_DOWNLOADS = {
  status: 429,
  error: 'Too many files are being downloaded at this moment. Please wait until one of them has ended.',
  retryAfter: 'Seconds to wait.',
} as const satisfies Wire;

export const TOO_MANY_VIEWS = {
  status: 429,
  error: 'You downloaded too many different files of this organization within an hour. Please try again later.',
  retryAfter: 'Seconds to wait.',
} as const satisfies Wire;

/** Of an organization that does not exist and one of others, which look the same. */
export const NOT_A_MEMBER: Wire = {
  status: 404,
  error: 'This organization was not found, or you are not a member of it.',
};

/** Where invitations are sent, shown or changed. */
export const NOT_ADMIN: Wire = { status: 403, error: 'Only organization admins can send invitations.' };

/** Where somebody wants to be told of changes. */
export const TOO_MANY_WATCHERS = {
  status: 429,
  error: 'Too many pages watch invitation jobs or audit trails at this moment. Please look again now and then instead.',
  retryAfter: 'Seconds to wait.',
} as const satisfies Wire;

/** Where something is changed, and what is changed cannot be written down before. */
export const NO_TRAIL: Wire = {
  status: 503,
  error: 'The audit trail cannot be written at this moment, so nothing was changed. Please try again.',
  outage: 'database-away',
  retryAfter: 'Seconds to wait.',
};

/** Where something is changed, and the login names another organization by now, or none. */
export const OTHER_ORGANIZATION: Wire = {
  status: 409,
  error: 'The organization was renamed, so nothing was changed. Please reload the page and try again.',
};

/** Where the same thing is changed by two requests at once. */
export const CLAIMED = 'Not changed: another request is making this change at this moment.';

/** Where the code host has no invitations: of managed users, and on an Enterprise Server. */
export const NO_INVITATIONS: Wire = {
  status: 409,
  error: 'There are no invitations in this organization: the code host adds people to it as members at once.',
};

/** Status and sentence of a token that is not accepted any more, where they have an answer of their own. */
export const SIGN_IN_AGAIN: Wire = {
  status: 401,
  error: 'The code host no longer accepts your sign in. Please sign in again.',
};

const INSTALLATION_FAILED = { status: 500, error: 'Installation failed. Please try again.' } as const;

/** What who links an installation is told, by the way they took. Specification: Errors, Install callback and others. */
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
} as const satisfies Readonly<Record<string, Readonly<Record<'callback' | 'complete', Wire>>>>;

/** So ends signing in, whatever the code host did. Specification: Errors, Sign-in callback. */
export const SIGN_IN_FAILED = 'code-host-failed';

const QUERY_FAILED: Wire = { status: 500, error: 'The code host could not run the query. Please try again.' };

const LIMITED = {
  status: 500,
  error: 'API rate limit exceeded',
  retryAfter: 'Whole seconds until the code host may be asked again, when it said so.',
  outage: 'code-host-limited',
} as const satisfies Wire;

/** The platform understood, and said no. */
const SAID_NO = {
  invitation: { reason: 'refused', error: ITS_WORDS },
  query: QUERY_FAILED,
  ownersOnly: {
    status: 403,
    error:
      'The code host does not let orgdesk do this for you. The App may be suspended in this organization, or lack a ' +
      'permission there: GET /api/organizations/{login}/access tells which, and who can mend it.',
  },
  unchecked: 'refused',
  withheld: 'refused',
  linking: 'failed',
  revocation: 'not-processed',
} as const;

type Kind = HostRefusal['kind'];

/** The one table of what the code host did (rows) and what each kind of caller is told (columns). */
export const TOLD: Readonly<Record<Kind, Told>> = {
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
  // Until when: `retryAfterSeconds`.
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
    ...SAID_NO,
    membership: 'cause',
    withheld: 'single-sign-on',
    ownersOnly: {
      status: 403,
      error: 'This organization asks for single sign-on. Please sign on at the code host, then sign in again.',
    },
  },
  'ip-allow-list': {
    ...SAID_NO,
    membership: 'cause',
    withheld: 'ip-allow-list',
    ownersOnly: { status: 403, error: 'This organization does not allow the address that orgdesk calls from.' },
  },
  // Where nobody, or no installation, is an answer, it is none of these.
  missing: { ...SAID_NO, membership: 'unchecked', ownersOnly: NOT_A_MEMBER },
  // A missing right, above all.
  rejected: { ...SAID_NO, membership: 'unchecked' },
  unreachable: {
    invitation: { reason: 'unreachable', error: ITS_WORDS },
    query: { ...QUERY_FAILED, outage: 'code-host-away' },
    ownersOnly: {
      status: 503,
      error: 'The code host could not be asked. Please try again.',
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

/** One column of it. */
export const columnOf = <C extends keyof Told>(column: C) =>
  Object.fromEntries(Object.entries(TOLD).map(([kind, told]) => [kind, told[column]])) as Readonly<
    Record<Kind, Told[C]>
  >;

type WithoutDate = Exclude<HostRefusal | InvitationRefusal, { readonly kind: 'invited-before' }>;

/** The column of invitations, with what nothing else is refused for. */
const TOLD_OF_INVITATION: Readonly<Record<WithoutDate['kind'], FailedInvitation>> = {
  ...columnOf('invitation'),
  'already-there': { reason: 'already-there', error: ITS_WORDS },
  'already-member': { reason: 'already-there', error: 'Invitee is already a part of this organization' },
  'over-quota': { reason: 'over-quota', error: ITS_WORDS },
  'not-confirmed': { reason: 'not-confirmed', error: ITS_WORDS },
  'other-organization': { reason: 'not-tried', error: OTHER_ORGANIZATION.error },
};

/** What is said of one login that the code host did not invite. */
export function tellInvitation(refusal: HostRefusal | InvitationRefusal): {
  readonly reason: InvitationFailureReason;
  readonly error: string;
} {
  if (refusal.kind === 'invited-before') {
    const day = refusal.since.toISOString().slice(0, 10);
    return { reason: 'already-there', error: `Invitee has an open invitation since ${day}` };
  }
  const { reason, error } = TOLD_OF_INVITATION[refusal.kind];
  return { reason, error: error ?? wordsOf(refusal) };
}

/** What is said of one call that the code host refused, whatever it was for. */
export function tellRefusal(refusal: HostRefusal): { readonly reason: RefusalReason; readonly error: string } {
  const { reason, error } = TOLD[refusal.kind].invitation;
  return { reason, error: error ?? wordsOf(refusal) };
}

/** What is said of a part of a list that was not read, in the code host's own words where it has some. */
export function tellWithheld(
  part: Withheld['part'],
  refusal: HostRefusal | { readonly kind: 'owners-only' | 'out-of-time' },
  subject: string | null = null,
): Withheld {
  if (refusal.kind === 'owners-only' || refusal.kind === 'out-of-time') {
    return { part, reason: refusal.kind, words: null, subject };
  }
  const words = 'message' in refusal && refusal.message !== '' ? refusal.message : null;
  return { part, reason: TOLD[refusal.kind].withheld, words, subject };
}

/** What a refusal says of the code host itself; null when it answered, and said no. */
export const outageOf = ({ kind, code }: { readonly kind: string; readonly code?: string }): Outage | null => {
  if (kind === 'unreachable') return 'code-host-away';
  if (code === 'app-refused') return 'app-refused';
  return kind === 'rate-limited' ? 'code-host-limited' : null;
};

/** The code host's own words, where it said something. */
export const wordsOf = (refusal: { readonly kind: string; readonly message?: string }): string =>
  refusal.message === undefined || refusal.message === '' ? 'Unknown error' : refusal.message;

/** The same for several refusals: the longest. */
export function longestWait(refusals: readonly Parameters<typeof retryAfterSeconds>[0][], now: Date): number | null {
  const longest = Math.max(0, ...refusals.map((refusal) => retryAfterSeconds(refusal, now) ?? 0));
  return longest === 0 ? null : longest;
}

/**
 * Whole seconds until the code host takes requests again, at least one; null when it did not say, or refused for another
 * reason.
 */
export function retryAfterSeconds(
  { retryAt = null }: { readonly kind: string; readonly retryAt?: Date | null },
  now: Date,
): number | null {
  return retryAt === null ? null : Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000));
}
