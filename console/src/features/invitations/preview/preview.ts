import type { InvitationPreviewAnswer, InvitationPreviewRow, PreviewedRow, PreviewState } from '@orgdesk/client';
import { isAddress, type Role } from '../rows/cells.ts';
import { personKey, type WantedTeam } from '../rows/review.ts';
import type { Wanted } from '../wanted.ts';

/** So many go into one request. */
const PORTION_MAX = 200;

/** Somebody of whom it is to be found out what would become of them. */
export interface PersonToCheck {
  /** Of the row that names the person. */
  readonly key: string;
  readonly person: string;
  /** As in "line 3". */
  readonly where: string;
  readonly role: Role;
  readonly teams: readonly WantedTeam[];
}

export interface CheckedPerson extends PersonToCheck {
  /** What the service says; null before it does. */
  readonly answer: InvitationPreviewRow | null;
  /** Place of the person who is the same, from 0; null where there is none. */
  readonly sameAs: number | null;
  /** What was said on the page; null where nothing was. */
  readonly choice: boolean | null;
}

/** What would become of all of a list. */
export interface Preview {
  /** Whether it shows; one that does not is kept, so that nobody is looked up twice. */
  readonly isOpen: boolean;
  readonly people: readonly CheckedPerson[];
  readonly seats: InvitationPreviewAnswer['seats'];
  readonly sentInLastDay: number | null;
  /** Null before it is known. */
  readonly hasInvitations: boolean | null;
  /** From when on the code host may be asked again, in milliseconds since 1970; null: at once. */
  readonly notBefore: number | null;
}

export const NO_PREVIEW: Preview = {
  isOpen: false,
  people: [],
  seats: null,
  sentInLastDay: null,
  hasInvitations: null,
  notBefore: null,
};

/** Begins, with what is known of the same rows already. */
export function begun(before: Preview, people: readonly PersonToCheck[]): Preview {
  const known = new Map(before.people.map((person) => [rowKey(person), person]));
  const rows = people.map((person): CheckedPerson => {
    const same = known.get(rowKey(person));
    const { answer = null, choice = null } = same ?? {};
    // Whom it is the same as may have changed.
    return { ...person, answer: answer?.state === 'duplicate' ? null : answer, sameAs: null, choice };
  });
  return { ...before, isOpen: true, people: withDuplicates(rows) };
}

const rowKey = ({ person, role, teams }: PersonToCheck): string => JSON.stringify([personKey(person), role, teams]);

/** Places of those who are asked for next; none once all are known. */
export function nextPortion({ people }: Preview): readonly number[] {
  const places: number[] = [];
  for (const [place, { answer }] of people.entries()) {
    if (answer === null) places.push(place);
    if (places.length === PORTION_MAX) break;
  }
  return places;
}

/** What is asked about somebody. */
export function requestRow({ person, role, teams }: PersonToCheck): PreviewedRow {
  const ids = teams.flatMap(({ id }) => id ?? []);
  const names = teams.flatMap(({ id, name }) => (id === null ? [name] : []));
  return {
    ...(isAddress(person) ? { email: person } : { login: person }),
    role,
    ...(ids.length > 0 ? { teamIds: ids } : {}),
    ...(names.length > 0 ? { teams: names } : {}),
  };
}

/** The preview after those at these places were answered. Who was not checked stays open. */
export function answered(preview: Preview, places: readonly number[], answer: InvitationPreviewAnswer): Preview {
  const people = [...preview.people];
  for (const [index, place] of places.entries()) {
    const [before, row] = [people[place], answer.rows[index]];
    if (before === undefined || row === undefined || row.state === 'not-checked') continue;
    const sameAs = row.duplicateOf === null ? null : (places[row.duplicateOf - 1] ?? null);
    const isHere = answer.sentInLastDay !== null || row.state !== 'ready' || canBeAdded(before);
    people[place] = { ...before, answer: isHere ? row : { ...row, state: 'not-possible-here' }, sameAs };
  }
  return {
    ...preview,
    people: withDuplicates(people),
    seats: answer.seats ?? preview.seats,
    sentInLastDay: answer.sentInLastDay ?? preview.sentInLastDay,
    // Where nobody could be checked, nothing is known of the organization either.
    hasInvitations: answer.rows.every(({ state }) => state === 'not-checked')
      ? preview.hasInvitations
      : answer.sentInLastDay !== null,
    notBefore: null,
  };
}

/** Whether somebody can be added as they are wanted, where there are no invitations. */
export const canBeAdded = ({ role, teams }: PersonToCheck): boolean => role !== 'billing_manager' && teams.length === 0;

/** These say more of a row than that somebody is named twice. */
const BEFORE_DUPLICATE: ReadonlySet<PreviewState> = new Set([
  'wrong',
  'not-possible-here',
  'not-found',
  'organization',
]);

/** The service tells duplicates of one request; an account or an address tells those of several. */
function withDuplicates(people: readonly CheckedPerson[]): readonly CheckedPerson[] {
  const first = new Map<number | string, number>();
  return people.map((person, place) => {
    const { answer, sameAs } = person;
    const identity = answer?.accountId ?? answer?.email?.toLowerCase() ?? null;
    if (answer === null || identity === null || BEFORE_DUPLICATE.has(answer.state)) return person;
    const before = first.get(identity) ?? (answer.state === 'duplicate' ? sameAs : null);
    if (before === null) first.set(identity, place);
    return before === sameAs ? person : { ...person, sameAs: before };
  });
}

/** What would become of somebody; `unchecked` before it is known. */
export type PersonState = Exclude<PreviewState, 'not-checked'> | 'unchecked';

export function stateOf({ answer, sameAs }: CheckedPerson): PersonState {
  if (answer === null || answer.state === 'not-checked') return 'unchecked';
  return sameAs === null ? answer.state : 'duplicate';
}

/** Who can be invited, and whether that is so where nobody says otherwise. */
const SENDABLE: Readonly<Partial<Record<PersonState, boolean>>> = { ready: true, 'failed-before': false };

export const canBeSent = (person: CheckedPerson): boolean => SENDABLE[stateOf(person)] !== undefined;
export const isChosen = (person: CheckedPerson): boolean =>
  canBeSent(person) && (person.choice ?? SENDABLE[stateOf(person)] === true);

/** Chosen, or taken off: those at these places who can be sent. */
export const chosen = (preview: Preview, places: ReadonlySet<number>, isIn: boolean): Preview => ({
  ...preview,
  people: preview.people.map((person, place) =>
    places.has(place) && canBeSent(person) ? { ...person, choice: isIn } : person,
  ),
});

/** Who is handed over to be sent. */
export const wantedOf = ({ people }: Preview): Wanted =>
  people.filter(isChosen).map(({ person, role, answer }) => ({
    ...(isAddress(person) ? { email: person } : { login: answer?.login ?? person }),
    role,
    teamIds: [...(answer?.teamIds ?? [])],
  }));
