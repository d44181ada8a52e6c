import type { Withheld } from '@orgdesk/client';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import type { ChangeName } from '../change/change-choice.tsx';
import type { FindingName, ReviewFinding, ReviewResult } from './get-review.ts';

interface FindingWords {
  readonly title: string;
  readonly why: string;
  /** How to fix it. */
  readonly step: string;
  /** Shown if nothing is wrong. */
  readonly good: string;
  /** Data sources without which the finding is missing. */
  readonly parts: readonly Withheld['part'][];
  /** Changes offered for its people. */
  readonly changes: readonly ChangeName[];
}

/** In display order. */
export const FINDINGS: Readonly<Record<FindingName, FindingWords>> = {
  'no-second-factor': {
    title: 'No second factor',
    why: 'Whoever learns the password of one of them has everything they have.',
    step: 'Ask them to turn one on, or take out who does not need to be in.',
    good: 'Everybody signs in with a second factor.',
    parts: ['second-factors', 'people', 'outside-collaborators'],
    changes: ['remove'],
  },
  'insecure-second-factor': {
    title: 'Insecure second factor',
    why: 'Text messages can be read by others: a stolen telephone number is enough.',
    step: 'Ask them for an app, a passkey or a security key instead.',
    good: 'Nobody relies on text messages.',
    parts: ['second-factors', 'people', 'outside-collaborators'],
    changes: ['remove'],
  },
  owners: {
    title: 'Owners',
    why: 'Each owner can change and delete everything, and make others owners.',
    step: 'Make members of those who do not need it.',
    good: 'There are not more owners than wanted.',
    parts: ['people'],
    changes: ['member'],
  },
  'outside-collaborators': {
    title: 'Outside collaborators',
    why: 'They are in no list of members, keep access until somebody takes it away, and may take a seat.',
    step: 'Look at where each of them is, and take out who is done.',
    good: 'Nobody works in the repositories from outside.',
    parts: ['outside-collaborators', 'repositories', 'collaborators'],
    changes: ['remove'],
  },
  'in-no-team': {
    title: 'Members in no team',
    why: 'Often left over: nobody says what they are there for, and what they reach they were given one by one.',
    step: 'Add them to the team they belong to, or take them out.',
    good: 'Every member is in a team.',
    parts: ['teams', 'people'],
    changes: ['add-to-team', 'remove'],
  },
  'team-without-people': {
    title: 'Teams without people',
    why: 'Nobody uses what they may do, and whoever is added gets it unseen.',
    step: 'Add people, or delete the team at the code host.',
    good: 'Every team has people.',
    parts: ['teams'],
    changes: [],
  },
  'team-without-repositories': {
    title: 'Teams without repositories',
    why: 'Being in one of them gives access to nothing, which is not what a list of its people suggests.',
    step: 'Give the team its repositories, or delete it at the code host.',
    good: 'Every team has repositories.',
    parts: ['teams'],
    changes: [],
  },
};

export const FINDING_NAMES = Object.keys(FINDINGS) as readonly FindingName[];

const sizeOf = (finding: ReviewFinding): number => ('teams' in finding ? finding.teams.length : finding.people.length);

/** Owners are acceptable up to the limit. */
export const isOpen = (finding: ReviewFinding, ownerLimit: number): boolean =>
  sizeOf(finding) > (finding.finding === 'owners' ? ownerLimit : 0);

export const sizeWords = (finding: ReviewFinding): string =>
  'teams' in finding
    ? counted(finding.teams.length, 'team', 'teams')
    : counted(finding.people.length, 'person', 'people');

/** Summarizes progress and result. */
export function reviewSentence({ findings, hasEnded }: ReviewResult, ownerLimit: number): string {
  const made = [...findings.values()];
  const open = made.filter((finding) => isOpen(finding, ownerLimit));
  const all = FINDING_NAMES.length;
  if (!hasEnded)
    return `Looking: ${formatCount(made.length)} of ${formatCount(all)} done, ${formatCount(open.length)} to look at so far…`;
  const missing = made.length < all ? ` ${formatCount(all - made.length)} could not be looked at.` : '';
  return open.length === 0
    ? `Nothing to look at.${missing}`
    : `${counted(open.length, 'thing', 'things')} to look at, ${formatCount(made.length - open.length)} fine.${missing}`;
}
