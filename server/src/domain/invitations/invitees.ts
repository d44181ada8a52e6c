import { INVITEES_MAX } from '../limits/invitations.ts';
import { ok, type Result, refuse } from '../result.ts';

/** Why a list of people to invite is not accepted, in the order in which it is checked. */
export type InviteesRefusal = 'no-invitees' | 'not-text' | 'too-many';

/**
 * The logins to invite: trimmed, blank ones dropped, exact repetitions dropped, in the order they came. Letter case
 * counts, so `User` and `user` are two. Specification: mass invite.
 */
export function parseInvitees(input: unknown): Result<readonly string[], InviteesRefusal> {
  if (!Array.isArray(input) || input.length === 0) return refuse('no-invitees');
  if (!input.every((entry): entry is string => typeof entry === 'string')) return refuse('not-text');

  const logins = [...new Set(input.map((entry) => entry.trim()).filter((entry) => entry !== ''))];
  if (logins.length === 0) return refuse('no-invitees');
  if (logins.length > INVITEES_MAX) return refuse('too-many');
  return ok(logins);
}
