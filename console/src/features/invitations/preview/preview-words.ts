import type { PreviewReason } from '@orgdesk/client';
import { JOB_TEAMS_MAX } from '@orgdesk/contract/limits';
import { NO_RESPONSE, RATE_LIMITED, SIGN_IN_EXPIRED } from '../../../lib/words/failure-words.ts';
import { formatDay } from '../../../lib/words/reader-locale.ts';
import { failureWords } from '../listed/invitation-words.ts';
import { isAddress } from '../rows/cells.ts';
import { type CheckedPerson, canBeAdded, type InviteeState, stateOf } from './preview.ts';

/** The order of counts and filters. */
export const STATES = {
  ready: { words: 'Ready', variant: 'success' },
  'failed-before': { words: 'Failed before', variant: 'attention' },
  'already-invited': { words: 'Already invited', variant: 'secondary' },
  'already-member': { words: 'Already a member', variant: 'secondary' },
  duplicate: { words: 'Duplicate', variant: 'secondary' },
  'unknown-team': { words: 'Unknown team', variant: 'danger' },
  'not-found': { words: 'Not found', variant: 'danger' },
  organization: { words: 'Not a person', variant: 'danger' },
  suspended: { words: 'Suspended', variant: 'danger' },
  'managed-account': { words: 'Managed account', variant: 'danger' },
  'not-possible-here': { words: 'Not supported', variant: 'danger' },
  wrong: { words: 'Invalid', variant: 'danger' },
  unchecked: { words: 'Not checked yet', variant: 'secondary' },
} as const satisfies Readonly<Record<InviteeState, unknown>>;

export const IN_ORDER = Object.keys(STATES) as readonly InviteeState[];

const REASONS: Readonly<Record<PreviewReason, string>> = {
  'no-person': 'No username or email address.',
  'two-people': 'Both a username and an email address.',
  'bad-login': 'Not a valid username.',
  'bad-email': 'Not a valid email address.',
  'bad-role': 'Unknown role.',
  'bad-teams': 'Invalid teams.',
  'too-many-teams': `More than ${JOB_TEAMS_MAX} teams.`,
  'rate-limited': RATE_LIMITED,
  'token-rejected': SIGN_IN_EXPIRED,
  refused: 'GitHub denied access.',
  unreachable: NO_RESPONSE,
  'out-of-time': 'GitHub took too long to respond.',
  'shutting-down': 'orgdesk was restarting. Try again.',
};

/** Prefers the code host's own message. */
export const uncheckedWords = (reason: PreviewReason | null, words: string | null): string =>
  words ?? REASONS[reason ?? 'unreachable'];

/** Returns an empty string if the state needs no detail. */
export function detailOf(person: CheckedPerson, people: readonly CheckedPerson[]): string {
  const { answer, sameAs } = person;
  const since = answer?.invitation === null || answer === null ? null : formatDay(answer.invitation.since);
  switch (stateOf(person)) {
    case 'already-invited': {
      const by = answer?.invitation?.invitedBy ?? null;
      return [...(since === null ? [] : [`since ${since}`]), ...(by === null ? [] : [`by ${by}`])].join(' ');
    }
    case 'failed-before':
      return `${since === null ? '' : `${since}: `}${failureWords(answer?.invitation?.failure ?? null)}`;
    case 'duplicate': {
      const same = sameAs === null ? undefined : people[sameAs];
      return same === undefined ? '' : `same as ${same.person}, ${same.where}`;
    }
    case 'unknown-team':
      return `you can’t see a team named ${(answer?.unknownTeams ?? []).map((name) => `“${name}”`).join(', ')}`;
    case 'not-found':
      return 'no account with this username';
    case 'organization':
      return 'organization or bot';
    case 'suspended':
      return 'account suspended';
    case 'managed-account':
      return 'only its own enterprise can add this account';
    case 'not-possible-here':
      if (isAddress(person.person)) return 'use a username, not an email address';
      if (!canBeAdded(person)) return 'use the role member or owner, without teams';
      return 'only managed accounts can be added';
    case 'wrong':
      return uncheckedWords(answer?.reason ?? null, answer?.words ?? null);
    case 'ready':
    case 'already-member':
    case 'unchecked':
      return '';
  }
}
