import type { PreviewReason, PreviewWarning } from '@orgdesk/client';
import { JOB_ROWS_MAX, JOB_TEAMS_MAX, NEW_ACCOUNT_DAYS } from '@orgdesk/contract/limits';
import { isAddress } from '@orgdesk/people-files/cells';
import { type CheckedPerson, canBeAdded, type InviteeState, isChosen, stateOf } from '@orgdesk/people-files/preview';
import { problemText as textOfProblem } from '@orgdesk/people-files/problem-texts';
import type { RowProblem } from '@orgdesk/people-files/review';
import { NO_RESPONSE, RATE_LIMITED, SIGN_IN_EXPIRED } from '../../../lib/failure-texts.ts';
import { formatCount, formatDay } from '../../../lib/reader-locale.ts';
import { failureText } from '../listed/invitation-texts.ts';

export const STATES = {
  ready: { label: 'Ready', variant: 'success' },
  'failed-before': { label: 'Failed before', variant: 'attention' },
  'already-invited': { label: 'Already invited', variant: 'secondary' },
  'already-member': { label: 'Already a member', variant: 'secondary' },
  duplicate: { label: 'Duplicate', variant: 'secondary' },
  'unknown-team': { label: 'Unknown team', variant: 'danger' },
  'not-found': { label: 'Not found', variant: 'danger' },
  organization: { label: 'Not a person', variant: 'danger' },
  suspended: { label: 'Suspended', variant: 'danger' },
  'managed-account': { label: 'Managed account', variant: 'danger' },
  'not-possible-here': { label: 'Not supported', variant: 'danger' },
  wrong: { label: 'Invalid', variant: 'danger' },
  skipped: { label: 'Skipped', variant: 'secondary' },
  unchecked: { label: 'Not checked yet', variant: 'secondary' },
} as const satisfies Readonly<Record<InviteeState, unknown>>;

export const IN_ORDER = Object.keys(STATES) as readonly InviteeState[];

const GROUP_OF: Readonly<Partial<Record<InviteeState, InviteeGroup>>> = {
  'already-invited': 'member',
  'already-member': 'member',
  duplicate: 'duplicate',
  skipped: 'skipped',
  unchecked: 'unchecked',
};
type InviteeGroup = 'ready' | 'fix' | 'duplicate' | 'member' | 'skipped' | 'unchecked';

export const groupOf = (person: CheckedPerson): InviteeGroup =>
  isChosen(person) ? 'ready' : (GROUP_OF[stateOf(person)] ?? 'fix');

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

const ONE_WARNS: Readonly<Record<PreviewWarning, string>> = {
  'new-account': `was created in the last ${NEW_ACCOUNT_DAYS} days`,
  'other-name': 'has another name than in your list',
  'no-name': 'has no name to compare with your list',
  'profile-unread': 'has a profile that couldn’t be read',
};
const MANY_WARN: Readonly<Record<PreviewWarning, string>> = {
  'new-account': `were created in the last ${NEW_ACCOUNT_DAYS} days`,
  'other-name': 'have another name than in your list',
  'no-name': 'have no name to compare with your list',
  'profile-unread': 'have a profile that couldn’t be read',
};
const WARNINGS = Object.keys(ONE_WARNS) as readonly PreviewWarning[];

/** Such as "1 was created in the last 7 days. 2 have another name than in your list." */
export const warningSummary = (people: readonly CheckedPerson[]): string =>
  WARNINGS.map((warning) => ({ warning, count: people.filter((one) => warningsOf(one).includes(warning)).length }))
    .filter(({ count }) => count > 0)
    .map(({ warning, count }) => `${formatCount(count)} ${(count === 1 ? ONE_WARNS : MANY_WARN)[warning]}.`)
    .join(' ');

export const warningsOf = ({ answer }: CheckedPerson): readonly PreviewWarning[] => answer?.warnings ?? [];

/** The account's own name is shown beside its username. */
export function warningText(warning: PreviewWarning, { name, answer }: CheckedPerson): string {
  switch (warning) {
    case 'new-account':
      return `New account, created ${formatDay(answer?.account?.createdAt ?? '') ?? 'recently'}`;
    case 'other-name':
      return `Another name: your list says “${name}”`;
    case 'no-name':
      return `No name to compare: your list says “${name}”`;
    case 'profile-unread':
      return 'Couldn’t read the profile';
  }
}

/** Prefers the code host's own message. */
export const uncheckedText = (reason: PreviewReason | null, message: string | null): string =>
  message ?? REASONS[reason ?? 'unreachable'];

export function detailOf(person: CheckedPerson, people: readonly CheckedPerson[]): string {
  const { answer, sameAs, problem, roleText } = person;
  const since = answer?.invitation === null || answer === null ? null : formatDay(answer.invitation.since);
  const state = stateOf(person);
  if (problem !== null && state !== 'skipped') return problemText(problem, roleText);
  switch (state) {
    case 'already-invited': {
      const by = answer?.invitation?.invitedBy ?? null;
      return [...(since === null ? [] : [`since ${since}`]), ...(by === null ? [] : [`by ${by}`])].join(' ');
    }
    case 'failed-before':
      return `${since === null ? '' : `${since}: `}${failureText(answer?.invitation?.failure ?? null)}`;
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
      return uncheckedText(answer?.reason ?? null, answer?.message ?? null);
    case 'ready':
    case 'already-member':
    case 'skipped':
    case 'unchecked':
      return '';
  }
}

export const problemText = (problem: RowProblem, role: string): string =>
  textOfProblem(problem, role, formatCount(JOB_ROWS_MAX));
