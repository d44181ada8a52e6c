import type { PreviewReason } from '@orgdesk/client';
import { JOB_TEAMS_MAX } from '@orgdesk/contract/limits';
import { formatDay } from '../../../lib/words/reader-locale.ts';
import { failureWords } from '../listed/invitation-words.ts';
import { isAddress } from '../rows/cells.ts';
import { type CheckedPerson, canBeAdded, type InviteeState, stateOf } from './preview.ts';

/** The order of counts and filters. */
export const STATES = {
  ready: { words: 'Ready', variant: 'success' },
  'failed-before': { words: 'Failed before', variant: 'attention' },
  'already-invited': { words: 'Invited already', variant: 'secondary' },
  'already-member': { words: 'Member already', variant: 'secondary' },
  duplicate: { words: 'Duplicate', variant: 'secondary' },
  'unknown-team': { words: 'Unknown team', variant: 'danger' },
  'not-found': { words: 'Not found', variant: 'danger' },
  organization: { words: 'Not a person', variant: 'danger' },
  suspended: { words: 'Suspended', variant: 'danger' },
  'managed-account': { words: 'Managed account', variant: 'danger' },
  'not-possible-here': { words: 'Not possible here', variant: 'danger' },
  wrong: { words: 'Mistake', variant: 'danger' },
  unchecked: { words: 'Not checked yet', variant: 'secondary' },
} as const satisfies Readonly<Record<InviteeState, unknown>>;

export const IN_ORDER = Object.keys(STATES) as readonly InviteeState[];

const REASONS: Readonly<Record<PreviewReason, string>> = {
  'no-person': 'No login and no address.',
  'two-people': 'A login and an address.',
  'bad-login': 'Nobody can have this login.',
  'bad-email': 'This cannot be an address.',
  'bad-role': 'There is no such role.',
  'bad-teams': 'The teams could not be understood.',
  'too-many-teams': `More than ${JOB_TEAMS_MAX} teams.`,
  'rate-limited': 'The code host takes no more requests from you for now.',
  'token-rejected': 'The code host no longer accepts your sign-in.',
  refused: 'The code host refused to answer.',
  unreachable: 'The code host gives no usable answer at the moment.',
  'out-of-time': 'The code host took too long to answer.',
  'shutting-down': 'The service was stopping.',
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
      return same === undefined ? '' : `the same as ${same.person}, ${same.where}`;
    }
    case 'unknown-team':
      return `there is no team ${(answer?.unknownTeams ?? []).map((name) => `“${name}”`).join(', ')} that you can see`;
    case 'not-found':
      return 'nobody has this login';
    case 'organization':
      return 'an organization or a bot';
    case 'suspended':
      return 'the account is suspended';
    case 'managed-account':
      return 'only organizations of its own enterprise can add it';
    case 'not-possible-here':
      if (isAddress(person.person)) return 'people are added by login here, not by address';
      if (!canBeAdded(person)) return 'people are added as members or owners here, without teams';
      return 'only managed accounts can be added here';
    case 'wrong':
      return uncheckedWords(answer?.reason ?? null, answer?.words ?? null);
    case 'ready':
    case 'already-member':
    case 'unchecked':
      return '';
  }
}
