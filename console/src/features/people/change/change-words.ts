import type { ChangedPerson, PeopleChange, PreviewedPerson } from '@orgdesk/client';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { LAST_OWNER, OWN_ROLE } from '../people-words.ts';
import type { ChosenPerson } from './change-run.ts';

/** `who` is text such as "ada" or "7 people". */
interface ChangeWords {
  /** The title and button. */
  readonly title: (who: string, count: number) => string;
  /** Completes "7 people will …". */
  readonly will: (count: number) => string;
  /** The outcome label. */
  readonly done: string;
  /** The running action as a noun. */
  readonly doing: string;
  /** Completes "3 will not: …". */
  readonly already: (count: number) => string;
  /** True if it removes access or grants full control. */
  readonly isDangerous: boolean;
}

export function changeWords(change: PeopleChange): ChangeWords {
  switch (change.kind) {
    case 'remove':
      return {
        title: (who) => `Remove ${who}`,
        will: () => 'be removed',
        done: 'Removed',
        doing: 'Removing people',
        already: () => 'already removed',
        isDangerous: true,
      };
    case 'convert':
      return {
        title: (who, count) => `Convert ${who} to ${count === 1 ? 'outside collaborator' : 'outside collaborators'}`,
        will: (count) => `be converted to ${count === 1 ? 'an outside collaborator' : 'outside collaborators'}`,
        done: 'Converted',
        doing: 'Converting people to outside collaborators',
        already: () => 'already outside',
        isDangerous: true,
      };
    case 'role':
      return change.role === 'admin'
        ? {
            title: (who, count) => `Make ${who} ${count === 1 ? 'an owner' : 'owners'}`,
            will: (count) => `become ${count === 1 ? 'an owner' : 'owners'}`,
            done: 'Now an owner',
            doing: 'Making people owners',
            already: (count) => (count === 1 ? 'already an owner' : 'already owners'),
            isDangerous: true,
          }
        : {
            title: (who, count) => `Make ${who} ${count === 1 ? 'a member' : 'members'}`,
            will: (count) => `become ${count === 1 ? 'a member' : 'members'}`,
            done: 'Now a member',
            doing: 'Making people members',
            already: (count) => (count === 1 ? 'already a member' : 'already members'),
            isDangerous: false,
          };
    case 'add-to-team':
      return {
        title: (who) => `Add ${who} to team ${change.team}`,
        will: () => `be added to team ${change.team}`,
        done: 'Added',
        doing: 'Adding people to a team',
        already: () => 'already in the team',
        isDangerous: false,
      };
    case 'remove-from-team':
      return {
        title: (who) => `Remove ${who} from team ${change.team}`,
        will: () => `be removed from team ${change.team}`,
        done: 'Removed',
        doing: 'Removing people from a team',
        already: () => 'not in the team',
        isDangerous: true,
      };
  }
}

export const peopleWords = (people: readonly Pick<ChosenPerson, 'login'>[]): string =>
  people.length === 1 ? (people[0]?.login ?? '') : counted(people.length, 'person', 'people');

export const changeTitle = (change: PeopleChange, people: readonly Pick<ChosenPerson, 'login'>[]): string =>
  changeWords(change).title(peopleWords(people), people.length);

type PreviewVerdict = PreviewedPerson['verdict'];
type PersonChangeOutcome = ChangedPerson['outcome'];

/** Most urgent first. */
const UNCHANGED_WORDS = {
  'last-owner': () => 'the last owner',
  yourself: () => 'yourself',
  unknown: () => 'couldn’t be checked',
  'managed-elsewhere': () => 'managed elsewhere',
  'not-there': (change, count) =>
    change.kind === 'remove' ? 'not in the organization' : count === 1 ? 'not a member' : 'not members',
  'nothing-to-do': (change, count) => changeWords(change).already(count),
} as const satisfies Record<Exclude<PreviewVerdict, 'will-change'>, (change: PeopleChange, count: number) => string>;

export const UNCHANGED_ORDER = Object.keys(UNCHANGED_WORDS) as readonly (keyof typeof UNCHANGED_WORDS)[];

/** Returns text such as "7 people will be removed, 1 will not: the last owner." */
export function previewMessage(change: PeopleChange, people: readonly PreviewedPerson[]): string {
  const changed = people.filter(({ verdict }) => verdict === 'will-change');
  const unchangedCount = people.length - changed.length;
  const { will } = changeWords(change);
  const counts = UNCHANGED_ORDER.map((verdict) => ({
    verdict,
    count: people.filter((person) => person.verdict === verdict).length,
  })).filter(({ count }) => count > 0);
  const reasons = counts.map(({ verdict, count }) => {
    const words = UNCHANGED_WORDS[verdict](change, count);
    return counts.length === 1 ? words : `${formatCount(count)} ${words}`;
  });
  const reasonText = `${reasons.join(', ')}.`;
  if (people.length === 1 && changed.length === 0) return `${peopleWords(people)} will not ${will(1)}.`;
  if (changed.length === 0) return `No one will ${will(people.length)}: ${reasonText}`;
  const message = `${peopleWords(changed)} will ${will(changed.length)}`;
  return unchangedCount === 0 ? `${message}.` : `${message}, ${formatCount(unchangedCount)} will not: ${reasonText}`;
}

interface WordContext {
  readonly organization: string;
  readonly codeHost: string;
}

export function verdictWords(
  verdict: PreviewVerdict,
  change: PeopleChange,
  { organization, codeHost }: WordContext,
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

/** Returns one side effect per item. */
export function consequencesOf({ teams, repositoryCount, sentInvitationCount }: PreviewedPerson): readonly string[] {
  return [
    teams === null && 'Couldn’t load teams.',
    teams !== null && teams.length > 0 && `Leaves ${teamWords(teams)}.`,
    repositoryCount === null && 'Repositories not counted (more than 200).',
    (repositoryCount ?? 0) > 0 && `Loses ${counted(repositoryCount ?? 0, 'repository', 'repositories')}.`,
    sentInvitationCount === null && 'Couldn’t load open invitations.',
    (sentInvitationCount ?? 0) > 0 &&
      `${counted(sentInvitationCount ?? 0, 'open invitation', 'open invitations')} sent by this person will be cancelled.`,
  ].filter((message) => message !== false);
}

function teamWords(teams: readonly string[]): string {
  const named = teams.slice(0, TEAMS_MAX).join(', ');
  const more = teams.length > TEAMS_MAX ? ` and ${formatCount(teams.length - TEAMS_MAX)} more` : '';
  return `${teams.length === 1 ? 'the team' : 'the teams'} ${named}${more}`;
}

type Note = PreviewedPerson['notes'][number];

const NOTE_WORDS = {
  'gets-full-control': ({ organization }) =>
    `Owners have full control of ${organization}: they can change or delete anything in it, and remove you.`,
  'loses-private-forks': ({ organization }) =>
    `Private forks of ${organization} repositories are deleted, including commits pushed only there.`,
  'seat-may-stay-taken': () => 'The paid seat may stay in use until someone reduces the number of seats.',
  'stays-in-enterprise': ({ organization }) =>
    `If ${organization} belongs to an enterprise, they stay in the enterprise.`,
} as const satisfies Record<Note, (context: WordContext) => string>;

/** Adds counts unless a note applies to everyone. */
export function notesOf(people: readonly PreviewedPerson[], context: WordContext): readonly string[] {
  return (Object.keys(NOTE_WORDS) as readonly Note[]).flatMap((note) => {
    const count = people.filter(({ notes }) => notes.includes(note)).length;
    if (count === 0) return [];
    const words = NOTE_WORDS[note](context);
    return count === people.length ? words : `${words} Applies to ${formatCount(count)} of them.`;
  });
}

const OUTCOME_WORDS = {
  refused: { words: 'Refused', variant: 'danger' },
  'not-confirmed': { words: 'Not confirmed', variant: 'attention' },
  'changed-since': { words: 'Changed since preview', variant: 'attention' },
  'not-tried': { words: 'Not tried', variant: 'secondary' },
  'under-way': { words: 'In progress', variant: 'accent' },
  'nothing-to-do': { words: 'No change needed', variant: 'secondary' },
  done: { words: null, variant: 'success' },
} as const satisfies Record<PersonChangeOutcome, unknown>;

/** Most urgent first. */
export const OUTCOME_ORDER = Object.keys(OUTCOME_WORDS) as readonly PersonChangeOutcome[];

export const outcomeVariant = (outcome: PersonChangeOutcome) => OUTCOME_WORDS[outcome].variant;
export const outcomeWords = (change: PeopleChange, outcome: PersonChangeOutcome): string =>
  OUTCOME_WORDS[outcome].words ?? changeWords(change).done;

/** Returns text such as "7 removed, 1 refused". */
export const resultsMessage = (change: PeopleChange, results: readonly ChangedPerson[]): string =>
  OUTCOME_ORDER.toReversed()
    .map((outcome) => ({ outcome, count: results.filter((result) => result.outcome === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${formatCount(count)} ${outcomeWords(change, outcome).toLowerCase()}`)
    .join(', ');

export function resultWords({ outcome, error, reason }: ChangedPerson): string {
  switch (outcome) {
    case 'done':
      return '';
    case 'nothing-to-do':
      return 'Already in this state.';
    case 'under-way':
      return 'GitHub is still processing this. Refresh in a minute.';
    case 'changed-since':
      return 'Changed since the preview, so nothing was done. Preview it again.';
    case 'not-confirmed':
      return 'No response. The change may have been made. Preview it again to check.';
    case 'not-tried':
      return error === null ? 'Nothing was changed.' : `Nothing was changed. ${error}`;
    case 'refused':
      return reason === 'last-owner' ? LAST_OWNER : (error ?? 'GitHub rejected the change.');
  }
}
