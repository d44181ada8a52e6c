import { ROLES } from '../rows/cells.ts';
import { type CheckedPerson, NO_PREVIEW, type Preview } from './preview.ts';

type Kept<Shape> = Partial<Record<keyof Shape, unknown>>;

/** Returns `NO_PREVIEW` for an invalid value. */
export function parsePreview(kept: unknown): Preview {
  if (typeof kept !== 'object' || kept === null) return NO_PREVIEW;
  const { isOpen, people, seats, sentInLastDay, hasInvitations, notBefore }: Kept<Preview> = kept;
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

/** Checks only the fields that are read. */
function isPerson(kept: unknown): kept is CheckedPerson {
  if (typeof kept !== 'object' || kept === null) return false;
  const { key, person, where, role, teams, answer, sameAs, choice }: Kept<CheckedPerson> = kept;
  return (
    typeof key === 'string' &&
    typeof person === 'string' &&
    typeof where === 'string' &&
    ROLES.some((known) => known === role) &&
    Array.isArray(teams) &&
    (answer === null || isAnswer(answer)) &&
    (sameAs === null || typeof sameAs === 'number') &&
    (choice === null || typeof choice === 'boolean')
  );
}

function isAnswer(kept: unknown): boolean {
  if (typeof kept !== 'object' || kept === null) return false;
  const { state, teamIds, unknownTeams }: Kept<NonNullable<CheckedPerson['answer']>> = kept;
  return typeof state === 'string' && Array.isArray(teamIds) && Array.isArray(unknownTeams);
}

function isSeats(kept: unknown): kept is NonNullable<Preview['seats']> {
  if (typeof kept !== 'object' || kept === null) return false;
  const { total, filled }: Kept<NonNullable<Preview['seats']>> = kept;
  return typeof total === 'number' && typeof filled === 'number';
}
