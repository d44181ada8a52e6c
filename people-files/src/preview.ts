import type {
  InvitationPreviewAnswer,
  InvitationPreviewRow,
  PreviewedRow,
  PreviewState,
  WantedInvitation,
} from '@orgdesk/contract';
import { PREVIEW_ROWS_MAX } from '@orgdesk/contract/limits';
import { type ChosenTeam, isAddress, type Role } from './cells.ts';
import { personKey, type ReviewedRow } from './review.ts';

/** Confirmed people without duplicates, up to `JOB_ROWS_MAX`. */
export type ConfirmedInvitations = readonly WantedInvitation[];

export interface PersonToCheck extends ReviewedRow {
  readonly role: Role;
  readonly teams: readonly ChosenTeam[];
}

export const peopleIn = (
  rows: readonly ReviewedRow[],
  forAll: Pick<PersonToCheck, 'role' | 'teams'>,
): readonly PersonToCheck[] =>
  rows
    .filter(({ problem }) => problem !== 'heading' && problem !== 'no-column')
    .map((row) => ({ ...row, role: row.role ?? forAll.role, teams: row.teams ?? forAll.teams }));

export interface CheckedPerson extends PersonToCheck {
  /** Null until the service has answered. */
  readonly answer: InvitationPreviewRow | null;
  /** Index of the original; null if not a duplicate. */
  readonly sameAs: number | null;
  /** False if skipped; null if nothing was chosen. */
  readonly choice: boolean | null;
}

export interface InvitationPreview {
  /** Stored even when closed, so that nobody is checked twice. */
  readonly isOpen: boolean;
  readonly people: readonly CheckedPerson[];
  readonly seats: InvitationPreviewAnswer['seats'];
  readonly sentInLastDay: number | null;
  readonly hasInvitations: boolean | null;
  /** Earliest next request in epoch milliseconds; null means now. */
  readonly notBefore: number | null;
}

export const NO_PREVIEW: InvitationPreview = {
  isOpen: false,
  people: [],
  seats: null,
  sentInLastDay: null,
  hasInvitations: null,
  notBefore: null,
};

/** Starts a check and reuses earlier answers for unchanged rows. */
export function startedPreview(before: InvitationPreview, people: readonly PersonToCheck[]): InvitationPreview {
  const checkedByKey = new Map(before.people.map((person) => [rowKey(person), person]));
  const choices = new Map(before.people.map(({ key, choice }) => [key, choice]));
  const rows = people.map((person): CheckedPerson => {
    const { answer = null } = (person.problem === null ? checkedByKey.get(rowKey(person)) : null) ?? {};
    // The original may have changed.
    const isKept = answer !== null && answer.state !== 'duplicate';
    return { ...person, answer: isKept ? answer : null, sameAs: null, choice: choices.get(person.key) ?? null };
  });
  return { ...before, isOpen: true, people: withDuplicates(rows) };
}

const rowKey = ({ person, name, role, teams }: PersonToCheck): string =>
  JSON.stringify([personKey(person), name, role, teams.map((team) => team.name.toLowerCase())]);

export const isOpen = ({ answer, problem }: Pick<CheckedPerson, 'answer' | 'problem'>): boolean =>
  answer === null && problem === null;

/** Returns up to `PREVIEW_ROWS_MAX` indexes of unchecked people. */
export function nextBatch({ people }: InvitationPreview): readonly number[] {
  const indexes: number[] = [];
  for (const [index, person] of people.entries()) {
    if (isOpen(person)) indexes.push(index);
    if (indexes.length === PREVIEW_ROWS_MAX) break;
  }
  return indexes;
}

export function requestRow({ person, name: listed, role, teams }: PersonToCheck): PreviewedRow {
  const ids = teams.flatMap(({ id }) => id ?? []);
  const names = teams.flatMap(({ id, name }) => (id === null ? [name] : []));
  return {
    // No account is known of an email address, so its name is not compared.
    ...(isAddress(person) ? { email: person } : { login: person, ...(listed === null ? {} : { name: listed }) }),
    role,
    ...(ids.length > 0 ? { teamIds: ids } : {}),
    ...(names.length > 0 ? { teams: names } : {}),
  };
}

/** Adds the answers for these indexes. Unchecked people stay open. */
export function withAnswers(
  preview: InvitationPreview,
  indexes: readonly number[],
  answer: InvitationPreviewAnswer,
): InvitationPreview {
  const people = [...preview.people];
  for (const [rowIndex, personIndex] of indexes.entries()) {
    const [before, row] = [people[personIndex], answer.rows[rowIndex]];
    if (before === undefined || row === undefined || row.state === 'not-checked') continue;
    const sameAs = row.duplicateOf === null ? null : (indexes[row.duplicateOf - 1] ?? null);
    const isHere = answer.sentInLastDay !== null || row.state !== 'ready' || canBeAdded(before);
    people[personIndex] = { ...before, answer: isHere ? row : { ...row, state: 'not-possible-here' }, sameAs };
  }
  return {
    ...preview,
    people: withDuplicates(people),
    seats: answer.seats ?? preview.seats,
    sentInLastDay: answer.sentInLastDay ?? preview.sentInLastDay,
    // Unchecked rows do not tell whether the organization uses invitations.
    hasInvitations: answer.rows.every(({ state }) => state === 'not-checked')
      ? preview.hasInvitations
      : answer.sentInLastDay !== null,
    notBefore: null,
  };
}

/** Without invitations, billing managers and teams are not possible. */
export const canBeAdded = ({ role, teams }: PersonToCheck): boolean => role !== 'billing_manager' && teams.length === 0;

/** These states take precedence over `duplicate`. */
const BEFORE_DUPLICATE: ReadonlySet<PreviewState> = new Set([
  'wrong',
  'not-possible-here',
  'not-found',
  'organization',
]);

/** Finds duplicates across requests; the service compares only within one. */
function withDuplicates(people: readonly CheckedPerson[]): readonly CheckedPerson[] {
  const first = new Map<number | string, number>();
  return people.map((person, index) => {
    const { answer, sameAs } = person;
    const identity = answer?.accountId ?? answer?.email?.toLowerCase() ?? null;
    if (answer === null || identity === null || BEFORE_DUPLICATE.has(answer.state)) return person;
    const before = first.get(identity) ?? (answer.state === 'duplicate' ? sameAs : null);
    if (before === null) first.set(identity, index);
    return before === sameAs ? person : { ...person, sameAs: before };
  });
}

export type InviteeState = Exclude<PreviewState, 'not-checked'> | 'unchecked' | 'skipped';

export const stateOf = (person: CheckedPerson): InviteeState => (person.choice === false ? 'skipped' : found(person));

function found({ answer, sameAs, problem }: CheckedPerson): Exclude<InviteeState, 'skipped'> {
  if (problem !== null) return problem === 'repeated' ? 'duplicate' : 'wrong';
  if (answer === null || answer.state === 'not-checked') return 'unchecked';
  return sameAs === null ? answer.state : 'duplicate';
}

/** Sendable states; true if selected by default. */
const SENDABLE: Readonly<Partial<Record<InviteeState, boolean>>> = { ready: true, 'failed-before': false };

export const canBeSent = (person: CheckedPerson): boolean => SENDABLE[found(person)] !== undefined;
export const isChosen = (person: CheckedPerson): boolean =>
  canBeSent(person) && (person.choice ?? SENDABLE[found(person)] === true);

/** True of whom is chosen if the account may not be the one that is meant. */
export const needsDoubleCheck = (person: CheckedPerson): boolean =>
  isChosen(person) && (person.answer?.warnings ?? []).length > 0;

export const withChoice = (
  preview: InvitationPreview,
  indexes: ReadonlySet<number>,
  isIn: boolean,
): InvitationPreview => ({
  ...preview,
  people: preview.people.map((person, index) =>
    indexes.has(index) ? { ...person, choice: isIn && canBeSent(person) ? true : isIn ? null : false } : person,
  ),
});

export const chosenInvitations = ({ people }: InvitationPreview): ConfirmedInvitations =>
  people.filter(isChosen).map(({ person, role, answer }) => ({
    ...(isAddress(person) ? { email: person } : { login: answer?.login ?? person }),
    role,
    teamIds: [...(answer?.teamIds ?? [])],
  }));
