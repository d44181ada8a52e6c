import { EMAIL_MAX_CHARACTERS, JOB_TEAMS_MAX } from '@orgdesk/contract/limits';
import { canBeLogin } from '../../domain/account.ts';
import type { InvitedRole, RequestedInvitation } from '../../domain/job.ts';
import { INVITATION_QUOTA_MS } from '../../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';

export const quotaSince = (now: Date): Date => new Date(now.getTime() - INVITATION_QUOTA_MS);

/** The platform does not count invitations from an identity provider. */
export const countsTowardsQuota = (
  { createdAt, source }: { readonly createdAt: Date; readonly source: 'member' | 'scim' },
  now: Date,
): boolean => source === 'member' && createdAt > quotaSince(now);

export type RequestedInvitationRefusal =
  | 'no-person'
  | 'two-people'
  | 'bad-login'
  | 'bad-email'
  | 'bad-role'
  | 'bad-teams'
  | 'too-many-teams';

const ADDRESS = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u;
const ROLES: readonly InvitedRole[] = ['direct_member', 'admin', 'billing_manager'];

/** Refuses with the first error found. */
export function parseRequestedInvitation(input: unknown): Result<RequestedInvitation, RequestedInvitationRefusal> {
  const { login, email, role = 'direct_member', teamIds = [] } = fieldsIn(input);
  const [name, address] = [textIn(login), textIn(email)];
  if (name === null || name.length === 0) {
    if (address === null || address.length === 0) return refuse('no-person');
    if (address.length > EMAIL_MAX_CHARACTERS || !ADDRESS.test(address)) return refuse('bad-email');
  } else {
    if (address !== null && address.length > 0) return refuse('two-people');
    if (!canBeLogin(name)) return refuse('bad-login');
  }
  const validRole = ROLES.find((each) => each === role);
  if (validRole === undefined) return refuse('bad-role');
  if (!Array.isArray(teamIds) || !teamIds.every(isTeamId) || new Set(teamIds).size < teamIds.length)
    return refuse('bad-teams');
  if (teamIds.length > JOB_TEAMS_MAX) return refuse('too-many-teams');
  return ok({ login: name || null, email: name ? null : address, role: validRole, teamIds });
}

const isTeamId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Trimmed text; null for other types. */
export const textIn = (value: unknown): string | null =>
  typeof value === 'string' ? value.trim().toWellFormed() : null;

export const fieldsIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
