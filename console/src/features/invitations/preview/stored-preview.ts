import { ROLES } from '@orgdesk/people-files/cells';
import { type CheckedPerson, type InvitationPreview, NO_PREVIEW } from '@orgdesk/people-files/preview';

type UnparsedPreview<Shape> = Partial<Record<keyof Shape, unknown>>;

export function parsePreview(stored: unknown): InvitationPreview {
  if (typeof stored !== 'object' || stored === null) return NO_PREVIEW;
  const { isOpen, people, seats, sentInLastDay, hasInvitations, notBefore }: UnparsedPreview<InvitationPreview> =
    stored;
  if (!Array.isArray(people) || !people.every(isPerson)) return NO_PREVIEW;
  return {
    isOpen: isOpen === true && people.length > 0,
    people,
    seats: isSeats(seats) ? seats : null,
    sentInLastDay: typeof sentInLastDay === 'number' ? sentInLastDay : null,
    hasInvitations: typeof hasInvitations === 'boolean' ? hasInvitations : null,
    notBefore: typeof notBefore === 'number' ? notBefore : null,
  };
}

function isPerson(stored: unknown): stored is CheckedPerson {
  if (typeof stored !== 'object' || stored === null) return false;
  const { key, person, name, where, role, teams, problem, answer, sameAs, choice }: UnparsedPreview<CheckedPerson> =
    stored;
  return (
    typeof key === 'string' &&
    typeof person === 'string' &&
    (name === null || typeof name === 'string') &&
    typeof where === 'string' &&
    ROLES.some((candidate) => candidate === role) &&
    Array.isArray(teams) &&
    (problem === null || typeof problem === 'string') &&
    (answer === null || isAnswer(answer)) &&
    (sameAs === null || typeof sameAs === 'number') &&
    (choice === null || typeof choice === 'boolean')
  );
}

function isAnswer(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null) return false;
  const { state, account, warnings, teamIds, unknownTeams }: UnparsedPreview<NonNullable<CheckedPerson['answer']>> =
    stored;
  return (
    typeof state === 'string' &&
    typeof account === 'object' &&
    Array.isArray(warnings) &&
    Array.isArray(teamIds) &&
    Array.isArray(unknownTeams)
  );
}

function isSeats(stored: unknown): stored is NonNullable<InvitationPreview['seats']> {
  if (typeof stored !== 'object' || stored === null) return false;
  const { total, filled }: UnparsedPreview<NonNullable<InvitationPreview['seats']>> = stored;
  return typeof total === 'number' && typeof filled === 'number';
}
