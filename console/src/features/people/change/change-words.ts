import type { ChangedPerson, PeopleChange, PreviewedPerson } from '@orgdesk/client';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
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
  /** Whether it takes access away or grants full control. */
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
        already: () => 'gone already',
        isDangerous: true,
      };
    case 'convert':
      return {
        title: (who, count) => `Turn ${who} into ${count === 1 ? 'an outside collaborator' : 'outside collaborators'}`,
        will: (count) => `become ${count === 1 ? 'an outside collaborator' : 'outside collaborators'}`,
        done: 'Turned',
        doing: 'Turning people into outside collaborators',
        already: () => 'outside already',
        isDangerous: true,
      };
    case 'role':
      return change.role === 'admin'
        ? {
            title: (who, count) => `Make ${who} ${count === 1 ? 'an owner' : 'owners'}`,
            will: (count) => `become ${count === 1 ? 'an owner' : 'owners'}`,
            done: 'Owner now',
            doing: 'Making people owners',
            already: (count) => (count === 1 ? 'an owner already' : 'owners already'),
            isDangerous: true,
          }
        : {
            title: (who, count) => `Make ${who} ${count === 1 ? 'a member' : 'members'}`,
            will: (count) => `become ${count === 1 ? 'a member' : 'members'}`,
            done: 'Member now',
            doing: 'Making people members',
            already: (count) => (count === 1 ? 'a member already' : 'members already'),
            isDangerous: false,
          };
    case 'add-to-team':
      return {
        title: (who) => `Add ${who} to the team ${change.team}`,
        will: () => `be added to the team ${change.team}`,
        done: 'Added',
        doing: 'Adding people to a team',
        already: () => 'in it already',
        isDangerous: false,
      };
    case 'remove-from-team':
      return {
        title: (who) => `Take ${who} out of the team ${change.team}`,
        will: () => `be taken out of the team ${change.team}`,
        done: 'Taken out',
        doing: 'Taking people out of a team',
        already: () => 'not in it',
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
  unknown: () => 'not looked up',
  'managed-elsewhere': () => 'managed elsewhere',
  'not-there': (change, count) =>
    change.kind === 'remove' ? 'not in the organization' : count === 1 ? 'no member' : 'no members',
  'nothing-to-do': (change, count) => changeWords(change).already(count),
} as const satisfies Record<Exclude<PreviewVerdict, 'will-change'>, (change: PeopleChange, count: number) => string>;

export const UNCHANGED_ORDER = Object.keys(UNCHANGED_WORDS) as readonly (keyof typeof UNCHANGED_WORDS)[];

/** Returns text such as "7 people will be removed, 1 will not: the last owner." */
export function previewSentence(change: PeopleChange, people: readonly PreviewedPerson[]): string {
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
  if (changed.length === 0) return `Nobody will ${will(people.length)}: ${reasonText}`;
  const sentence = `${peopleWords(changed)} will ${will(changed.length)}`;
  return unchangedCount === 0 ? `${sentence}.` : `${sentence}, ${formatCount(unchangedCount)} will not: ${reasonText}`;
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
      return 'This is you. Nobody changes their own place here: ask another owner.';
    case 'last-owner':
      return `${organization} would be without an owner. Make somebody else an owner first.`;
    case 'not-there':
      return `${change.kind === 'remove' ? 'Not in' : 'No member of'} ${organization}, or not any more.`;
    case 'managed-elsewhere':
      return 'An identity provider or another team decides this. It has to be changed there.';
    case 'unknown':
      return `It could not be read from ${codeHost} what this would mean, so nothing is done. Try again later.`;
  }
}

const ALREADY = {
  admin: 'An owner already.',
  member: 'A member already.',
  remove: 'Gone already.',
  convert: 'An outside collaborator already.',
  'add-to-team': 'In the team already, with this role.',
  'remove-from-team': 'Not in the team itself.',
} as const;

const TEAMS_MAX = 5;

/** Returns one side effect per item. */
export function consequencesOf({ teams, repositoryCount, sentInvitationCount }: PreviewedPerson): readonly string[] {
  return [
    teams === null && 'The teams could not be read.',
    teams !== null && teams.length > 0 && `Leaves ${teamWords(teams)}.`,
    repositoryCount === null && 'The access that goes could not be read.',
    (repositoryCount ?? 0) > 0 && `Loses ${counted(repositoryCount ?? 0, 'repository', 'repositories')}.`,
    sentInvitationCount === null && 'Open invitations that end could not be read.',
    (sentInvitationCount ?? 0) > 0 &&
      `${counted(sentInvitationCount ?? 0, 'open invitation', 'open invitations')} sent by this person will end.`,
  ].filter((sentence) => sentence !== false);
}

function teamWords(teams: readonly string[]): string {
  const named = teams.slice(0, TEAMS_MAX).join(', ');
  const more = teams.length > TEAMS_MAX ? ` and ${formatCount(teams.length - TEAMS_MAX)} more` : '';
  return `${teams.length === 1 ? 'the team' : 'the teams'} ${named}${more}`;
}

type Note = PreviewedPerson['notes'][number];

const NOTE_WORDS = {
  'gets-full-control': ({ organization }) =>
    `Owners have full control of ${organization}: they can change and delete everything in it, and remove you.`,
  'loses-private-forks': ({ organization }) =>
    `Private forks of repositories of ${organization} are deleted, with what was pushed only there.`,
  'seat-may-stay-taken': () => 'A paid seat may stay taken until somebody lowers the number of seats.',
  'stays-in-enterprise': ({ organization }) =>
    `Where ${organization} belongs to an enterprise, who leaves it stays in the enterprise.`,
} as const satisfies Record<Note, (context: WordContext) => string>;

/** Adds counts unless a note applies to everyone. */
export function notesOf(people: readonly PreviewedPerson[], context: WordContext): readonly string[] {
  return (Object.keys(NOTE_WORDS) as readonly Note[]).flatMap((note) => {
    const count = people.filter(({ notes }) => notes.includes(note)).length;
    if (count === 0) return [];
    const words = NOTE_WORDS[note](context);
    return count === people.length ? words : `${words} That is so for ${formatCount(count)} of them.`;
  });
}

const OUTCOME_WORDS = {
  refused: { words: 'Refused', variant: 'danger' },
  'not-confirmed': { words: 'Not confirmed', variant: 'attention' },
  'changed-since': { words: 'Changed since', variant: 'attention' },
  'not-tried': { words: 'Not tried', variant: 'secondary' },
  'under-way': { words: 'Under way', variant: 'accent' },
  'nothing-to-do': { words: 'So already', variant: 'secondary' },
  done: { words: null, variant: 'success' },
} as const satisfies Record<PersonChangeOutcome, unknown>;

/** Most urgent first. */
export const OUTCOME_ORDER = Object.keys(OUTCOME_WORDS) as readonly PersonChangeOutcome[];

export const outcomeVariant = (outcome: PersonChangeOutcome) => OUTCOME_WORDS[outcome].variant;
export const outcomeWords = (change: PeopleChange, outcome: PersonChangeOutcome): string =>
  OUTCOME_WORDS[outcome].words ?? changeWords(change).done;

/** Returns text such as "7 removed, 1 refused". */
export const resultsSentence = (change: PeopleChange, results: readonly ChangedPerson[]): string =>
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
      return 'It was so already when this was tried.';
    case 'under-way':
      return 'The code host goes on with it by itself; look again in a minute.';
    case 'changed-since':
      return 'Not as in the preview any more, so nothing was done. Look at it again.';
    case 'not-confirmed':
      return 'Sent, without an answer: it may have happened. A new preview tells.';
    case 'not-tried':
      return error === null ? 'Nothing was changed.' : `Nothing was changed. ${error}`;
    case 'refused':
      return reason === 'last-owner'
        ? 'No owner would be left. Make somebody else an owner first.'
        : (error ?? 'The code host refused it.');
  }
}
