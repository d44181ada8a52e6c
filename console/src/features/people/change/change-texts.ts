import type { PeopleChange, PreviewedPerson } from '@orgdesk/client';
import { countOf } from '../../../components/jobs/get-jobs.ts';
import type { JobKindTexts } from '../../../components/jobs/job-kind.ts';
import { problemText } from '../../../components/jobs/job-texts.ts';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { LAST_OWNER, OWN_ROLE, ROLE_LABELS } from '../list/people-texts.ts';

export interface ChosenPerson {
  readonly id: number;
  readonly login: string;
}

/** `who` is text such as "ada" or "7 people". */
interface ChangeTexts {
  readonly title: (who: string, count: number) => string;
  /** Completes "7 people will …". */
  readonly will: (count: number) => string;
  readonly done: string;
  /** Completes "3 will not: …". */
  readonly already: (count: number) => string;
  readonly isDangerous: boolean;
}

export function changeTexts(change: PeopleChange): ChangeTexts {
  switch (change.kind) {
    case 'remove':
      return {
        title: (who) => `Remove ${who}`,
        will: () => 'be removed',
        done: 'Removed',
        already: () => 'already removed',
        isDangerous: true,
      };
    case 'convert':
      return {
        title: (who, count) => `Convert ${who} to ${count === 1 ? 'outside collaborator' : 'outside collaborators'}`,
        will: (count) => `be converted to ${count === 1 ? 'an outside collaborator' : 'outside collaborators'}`,
        done: 'Converted',
        already: () => 'already outside',
        isDangerous: true,
      };
    case 'role':
      return change.role === 'admin'
        ? {
            title: (who, count) => `Make ${who} ${count === 1 ? 'an owner' : 'owners'}`,
            will: (count) => `become ${count === 1 ? 'an owner' : 'owners'}`,
            done: 'Now an owner',
            already: (count) => (count === 1 ? 'already an owner' : 'already owners'),
            isDangerous: true,
          }
        : {
            title: (who, count) => `Make ${who} ${count === 1 ? 'a member' : 'members'}`,
            will: (count) => `become ${count === 1 ? 'a member' : 'members'}`,
            done: 'Now a member',
            already: (count) => (count === 1 ? 'already a member' : 'already members'),
            isDangerous: false,
          };
    case 'add-to-team':
      return {
        title: (who) => `Add ${who} to team ${change.team}`,
        will: () => `be added to team ${change.team}`,
        done: 'Added',
        already: () => 'already in the team',
        isDangerous: false,
      };
    case 'remove-from-team':
      return {
        title: (who) => `Remove ${who} from team ${change.team}`,
        will: () => `be removed from team ${change.team}`,
        done: 'Removed',
        already: () => 'not in the team',
        isDangerous: true,
      };
  }
}

export const peopleText = (people: readonly Pick<ChosenPerson, 'login'>[]): string =>
  people.length === 1 ? (people[0]?.login ?? '') : counted(people.length, 'person', 'people');

export const changeTitle = (change: PeopleChange, people: readonly Pick<ChosenPerson, 'login'>[]): string =>
  changeTexts(change).title(peopleText(people), people.length);

type PreviewVerdict = PreviewedPerson['verdict'];

/** Most urgent first. */
const UNCHANGED_TEXTS = {
  'last-owner': () => 'the last owner',
  yourself: () => 'yourself',
  unknown: () => 'couldn’t be checked',
  'managed-elsewhere': () => 'managed elsewhere',
  'not-there': (change, count) =>
    change.kind === 'remove' ? 'not in the organization' : count === 1 ? 'not a member' : 'not members',
  'nothing-to-do': (change, count) => changeTexts(change).already(count),
} as const satisfies Record<Exclude<PreviewVerdict, 'will-change'>, (change: PeopleChange, count: number) => string>;

export const UNCHANGED_ORDER = Object.keys(UNCHANGED_TEXTS) as readonly (keyof typeof UNCHANGED_TEXTS)[];

/** Such as "7 people will be removed, 1 will not: the last owner." */
export function previewMessage(change: PeopleChange, people: readonly PreviewedPerson[]): string {
  const changed = people.filter(({ verdict }) => verdict === 'will-change');
  const unchangedCount = people.length - changed.length;
  const { will } = changeTexts(change);
  const counts = UNCHANGED_ORDER.map((verdict) => ({
    verdict,
    count: people.filter((person) => person.verdict === verdict).length,
  })).filter(({ count }) => count > 0);
  const reasons = counts.map(({ verdict, count }) => {
    const text = UNCHANGED_TEXTS[verdict](change, count);
    return counts.length === 1 ? text : `${formatCount(count)} ${text}`;
  });
  const reasonText = `${reasons.join(', ')}.`;
  if (people.length === 1 && changed.length === 0) return `${peopleText(people)} will not ${will(1)}.`;
  if (changed.length === 0) return `No one will ${will(people.length)}: ${reasonText}`;
  const message = `${peopleText(changed)} will ${will(changed.length)}`;
  return unchangedCount === 0 ? `${message}.` : `${message}, ${formatCount(unchangedCount)} will not: ${reasonText}`;
}

interface TextContext {
  readonly organization: string;
  readonly codeHost: string;
}

export function verdictText(
  verdict: PreviewVerdict,
  change: PeopleChange,
  { organization, codeHost }: TextContext,
): string {
  switch (verdict) {
    case 'will-change':
      return '';
    case 'nothing-to-do':
      return ALREADY[change.kind === 'role' ? change.role : change.kind];
    case 'yourself':
      return OWN_ROLE;
    case 'last-owner':
      return LAST_OWNER;
    case 'not-there':
      return `No longer ${change.kind === 'remove' ? 'in' : 'a member of'} ${organization}`;
    case 'managed-elsewhere':
      return 'Managed by an identity provider or another team. Change it there.';
    case 'unknown':
      return `Couldn’t read the effects from ${codeHost}, so nothing will change. Try again later.`;
  }
}

const ALREADY = {
  admin: 'Already an owner',
  member: 'Already a member',
  remove: 'Already removed',
  convert: 'Already an outside collaborator',
  'add-to-team': 'Already in the team with this role',
  'remove-from-team': 'Not a direct member of the team',
} as const;

const TEAMS_MAX = 5;

export const NOT_COUNTED = 'Repositories not counted.';

interface Effect {
  readonly text: string;
  /** Repositories, if it is about some. */
  readonly names: readonly string[];
}

export function effectsOf(person: PreviewedPerson): readonly Effect[] {
  const {
    teams,
    onlyMaintainerOf,
    repositoryCount,
    lostRepositories,
    keptRepositories: kept,
    sentInvitationCount,
  } = person;
  const effects: readonly (readonly [text: string | false, names?: readonly string[]])[] = [
    [teams === null && 'Couldn’t load teams.'],
    [teams !== null && teams.length > 0 && `Leaves ${teamText(teams)}.`],
    [onlyMaintainerOf.length > 0 && `Only maintainer of ${teamText(onlyMaintainerOf)}.`],
    [repositoryCount === null && NOT_COUNTED],
    [
      (repositoryCount ?? 0) > 0 && `Loses ${counted(repositoryCount ?? 0, 'repository', 'repositories')}`,
      lostRepositories,
    ],
    [
      kept.length > 0 && `Keeps access to ${counted(kept.length, 'repository', 'repositories')}`,
      kept.map(({ name, permission }) => `${name} (${permission.toLowerCase()})`),
    ],
    [sentInvitationCount === null && 'Couldn’t load open invitations.'],
    [
      (sentInvitationCount ?? 0) > 0 &&
        `${counted(sentInvitationCount ?? 0, 'open invitation', 'open invitations')} sent by this person will be cancelled.`,
    ],
  ];
  return effects.flatMap(([text, names = []]) => (text === false ? [] : [{ text, names }]));
}

function teamText(teams: readonly string[]): string {
  const named = teams.slice(0, TEAMS_MAX).join(', ');
  const more = teams.length > TEAMS_MAX ? ` and ${formatCount(teams.length - TEAMS_MAX)} more` : '';
  return `${teams.length === 1 ? 'the team' : 'the teams'} ${named}${more}`;
}

type Note = PreviewedPerson['notes'][number];

const NOTE_TEXTS = {
  'gets-full-control': ({ organization }) =>
    `Owners have full control of ${organization}: they can change or delete anything in it, and remove you.`,
  'loses-private-forks': ({ organization }) =>
    `Private forks of ${organization} repositories are deleted, including commits pushed only there.`,
  'seat-may-stay-taken': () => 'The paid seat may stay in use until someone reduces the number of seats.',
  'stays-in-enterprise': ({ organization }) =>
    `If ${organization} belongs to an enterprise, they stay in the enterprise.`,
} as const satisfies Record<Note, (context: TextContext) => string>;

/** Adds counts unless a note applies to everyone. */
export function notesOf(people: readonly PreviewedPerson[], context: TextContext): readonly string[] {
  return (Object.keys(NOTE_TEXTS) as readonly Note[]).flatMap((note) => {
    const count = people.filter(({ notes }) => notes.includes(note)).length;
    if (count === 0) return [];
    const text = NOTE_TEXTS[note](context);
    return count === people.length ? text : `${text} Applies to ${formatCount(count)} of them.`;
  });
}

const roleLabel = (role: string): string => (role in ROLE_LABELS ? ROLE_LABELS[role as keyof typeof ROLE_LABELS] : '');
const people = (count: number): string => counted(count, 'person', 'people');

export const CHANGES: JobKindTexts = {
  kind: 'people-change',
  noun: { one: 'change', many: 'changes' },
  task: 'change people here',
  title: ({ change, progress: { total } }) =>
    change === null ? 'Change' : changeTexts(change).title(people(total ?? 0), total ?? 0),
  outcomes: ({ change }) => ({
    changed: { label: change === null ? 'Changed' : changeTexts(change).done, variant: 'success' },
    'under-way': {
      label: 'In progress',
      variant: 'accent',
      reason: 'GitHub is still processing this. Refresh in a minute.',
    },
    'nothing-to-do': { label: 'No change needed', variant: 'secondary', reason: 'Already in this state.' },
    'changed-since': {
      label: 'Changed since preview',
      variant: 'attention',
      reason: 'Changed since the preview, so nothing was done. Preview it again.',
    },
    refused: { label: 'Refused', variant: 'danger', reason: 'GitHub rejected the change.' },
    failed: {
      label: 'Unknown',
      variant: 'attention',
      reason: 'No response. The change may have been made. Preview it again to check.',
    },
    cancelled: { label: 'Not changed', variant: 'secondary', reason: 'The change was cancelled first.' },
    sending: { label: 'Changing', variant: 'accent' },
    ready: { label: 'Not changed yet', variant: 'secondary' },
  }),
  progressLabel: 'People processed',
  left: (job) => `${people(countOf(job, 'ready', 'sending'))} not changed yet`,
  notDone: (job) => problemText(job, 'not changed', ['refused', 'changed-since']),
  running: '',
  paused: 'No one is changed until an owner resumes it.',
  cancel: ({ counts: { ready } }) => ({
    title: `Cancel the change of the remaining ${people(ready)}?`,
    text: 'People already changed stay changed.',
    yes: 'Cancel remaining',
    no: 'Keep changing',
  }),
  takeOver: () => 'The remaining people will be changed',
  unknown: () => ({
    text: 'the change may have been made',
    to: '/organizations/$login/people',
    link: 'people of the organization',
  }),
  roleLabel,
  useAbout:
    () =>
    ({ role }) =>
      role === null ? '' : roleLabel(role),
};
