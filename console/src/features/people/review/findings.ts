import type { PeopleReviewLine, Withheld } from '@orgdesk/client';
import { csvOf } from '../../../lib/download.ts';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { PERMISSION_LABELS } from '../access/access-texts.ts';
import type { ChangeName } from '../change/change-choice.tsx';
import { ROLE_LABELS } from '../list/people-texts.ts';

/** May be empty. */
export type ReviewFinding = Extract<PeopleReviewLine, { readonly kind: 'finding' }>;
export type FindingName = ReviewFinding['finding'];

export interface ReviewResult {
  readonly findings: ReadonlyMap<FindingName, ReviewFinding>;
  readonly withheld: readonly Withheld[];
  readonly hasEnded: boolean;
}

interface FindingTexts {
  readonly title: string;
  readonly why: string;
  /** Advice on fixing it. */
  readonly step: string;
  readonly good: string;
  /** Data sources without which the finding is missing. */
  readonly parts: readonly Withheld['part'][];
  readonly changes: readonly ChangeName[];
}

/** In display order. */
export const FINDINGS: Readonly<Record<FindingName, FindingTexts>> = {
  'no-second-factor': {
    title: 'No two-factor authentication',
    why: 'Protected only by a password.',
    step: 'Ask them to enable 2FA, or remove anyone who no longer needs access.',
    good: 'Everyone uses two-factor authentication.',
    parts: ['second-factors', 'people', 'outside-collaborators'],
    changes: ['remove'],
  },
  'insecure-second-factor': {
    title: 'Insecure two-factor authentication',
    why: 'SMS codes can be intercepted.',
    step: 'Ask them to use an authenticator app, passkey, or security key.',
    good: 'No one uses SMS codes.',
    parts: ['second-factors', 'people', 'outside-collaborators'],
    changes: ['remove'],
  },
  owners: {
    title: 'Owners',
    why: 'Owners can change or delete anything and add other owners.',
    step: 'Make anyone who doesn’t need it a member.',
    good: 'Within the limit.',
    parts: ['people'],
    changes: ['member'],
  },
  'outside-collaborators': {
    title: 'Outside collaborators',
    why: 'They aren’t listed as members, keep access until you remove it, and may use a seat.',
    step: 'Review their repositories, and remove anyone who no longer needs access.',
    good: 'No outside collaborators.',
    parts: ['outside-collaborators', 'repositories', 'collaborators'],
    changes: ['remove'],
  },
  'in-no-team': {
    title: 'Members without a team',
    why: 'They may no longer need access. What they have comes from the base permission or was granted directly.',
    step: 'Add them to a team, or remove them.',
    good: 'Every member is in a team.',
    parts: ['teams', 'people'],
    changes: ['add-to-team', 'remove'],
  },
  'team-without-people': {
    title: 'Teams without members',
    why: 'No one uses their access, and anyone added gets it at once.',
    step: 'Add members, or delete the team on GitHub.',
    good: 'Every team has members.',
    parts: ['teams'],
    changes: [],
  },
  'team-without-repositories': {
    title: 'Teams without repositories',
    why: 'These teams don’t grant access to any repository.',
    step: 'Add repositories to the team, or delete it on GitHub.',
    good: 'Every team has repositories.',
    parts: ['teams'],
    changes: [],
  },
};

export const NO_FINDINGS = 'No findings';

export const FINDING_NAMES = Object.keys(FINDINGS) as readonly FindingName[];

const sizeOf = (finding: ReviewFinding): number => ('teams' in finding ? finding.teams.length : finding.people.length);

export const isOpen = (finding: ReviewFinding, ownerLimit: number): boolean =>
  sizeOf(finding) > (finding.finding === 'owners' ? ownerLimit : 0);

export const sizeText = (finding: ReviewFinding): string =>
  'teams' in finding
    ? counted(finding.teams.length, 'team', 'teams')
    : counted(finding.people.length, 'person', 'people');

export function reviewMessage({ findings, hasEnded }: ReviewResult, ownerLimit: number): string {
  const made = [...findings.values()];
  const open = made.filter((finding) => isOpen(finding, ownerLimit));
  const all = FINDING_NAMES.length;
  if (!hasEnded) {
    const progress =
      made.length === 0 ? 'Checking…' : `${formatCount(made.length)} of ${formatCount(all)} checks completed`;
    return open.length === 0 ? progress : `${progress}, ${counted(open.length, 'finding', 'findings')} so far…`;
  }
  const missing = made.length < all ? ` ${counted(all - made.length, 'check', 'checks')} failed.` : '';
  const passed = made.length - open.length;
  if (open.length === 0 && made.length < all)
    return passed === 0 ? 'Nothing could be checked.' : `${counted(passed, 'check', 'checks')} passed.${missing}`;
  return open.length === 0
    ? `${NO_FINDINGS}.`
    : `${counted(open.length, 'finding', 'findings')}, ${passed === 0 ? 'no check' : counted(passed, 'check', 'checks')} passed.${missing}`;
}

const HEADINGS = ['Finding', 'Username', 'Name', 'Role', 'Team', 'Repository', 'Permission'] as const;

/** Findings that could not be read. */
export const uncheckedIn = ({ findings }: Pick<ReviewResult, 'findings'>): readonly FindingName[] =>
  FINDING_NAMES.filter((name) => !findings.has(name));

/** Outside collaborators have one row per repository, and findings that were not checked a row each. */
export const reviewCsv = (findings: readonly ReviewFinding[], unchecked: readonly FindingName[]): string =>
  csvOf([HEADINGS, ...findings.flatMap(rowsOf), ...unchecked.map(uncheckedRow)]);

const uncheckedRow = (name: FindingName): readonly string[] => [
  `${FINDINGS[name].title}: not checked`,
  ...HEADINGS.slice(1).map(() => ''),
];

/** With the organization of each finding. */
export const reviewAcrossCsv = (
  organizations: readonly {
    readonly login: string;
    readonly findings: readonly ReviewFinding[];
    readonly unchecked: readonly FindingName[];
  }[],
): string =>
  csvOf([
    ['Organization', ...HEADINGS],
    ...organizations.flatMap(({ login, findings, unchecked }) =>
      [...findings.flatMap(rowsOf), ...unchecked.map(uncheckedRow)].map((row) => [login, ...row]),
    ),
  ]);

function rowsOf(finding: ReviewFinding): readonly (readonly string[])[] {
  const { title } = FINDINGS[finding.finding];
  if (finding.finding === 'outside-collaborators') {
    return finding.people.flatMap(({ login, name, role, repositories }) => {
      const person = [title, login, name ?? '', ROLE_LABELS[role], ''];
      if (repositories.length === 0) return [[...person, '', '']];
      return repositories.map(({ name: repository, permission }) => [
        ...person,
        repository,
        PERMISSION_LABELS[permission],
      ]);
    });
  }
  if ('teams' in finding) return finding.teams.map(({ slug }) => [title, '', '', '', slug, '', '']);
  return finding.people.map(({ login, name, role }) => [title, login, name ?? '', ROLE_LABELS[role], '', '', '']);
}
