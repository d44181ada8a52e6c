import { INVITEES_MAX } from '@orgdesk/contract/limits';
import { ok, type Result, refuse } from '../../../lib/result.ts';

/** In the order of the checks. */
export type InviteesRefusal = 'no-invitees' | 'not-text' | 'too-many';

/**
 * Trims logins and drops blanks and exact duplicates, keeping the order. `User` and `user` count as two. Specification:
 * mass invite.
 */
export function parseInvitees(input: unknown): Result<readonly string[], InviteesRefusal> {
  if (!Array.isArray(input) || input.length === 0) return refuse('no-invitees');
  if (!input.every((entry): entry is string => typeof entry === 'string')) return refuse('not-text');

  const logins = [...new Set(input.map((entry) => entry.trim()).filter((entry) => entry !== ''))];
  if (logins.length === 0) return refuse('no-invitees');
  if (logins.length > INVITEES_MAX) return refuse('too-many');
  return ok(logins);
}
