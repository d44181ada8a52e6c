import { fieldsOf } from '../../api/errors.ts';
import type { InvitationRole, OrganizationRole } from '../../world/records.ts';
import { invalidRequest } from './refusals.ts';

/** What an invitation call asks for. */
export interface InvitationRequest {
  readonly inviteeId: number | null;
  readonly email: string | null;
  readonly role: InvitationRole;
  readonly teamIds: readonly number[];
}

const INVITATION_ROLES = ['direct_member', 'admin', 'billing_manager', 'reinstate'] as const;
const MEMBERSHIP_ROLES = ['admin', 'member'] as const satisfies readonly OrganizationRole[];

/** The body of an invitation call; refuses what does not fit the description of the call. */
export function invitationRequest(body: unknown): InvitationRequest {
  const given = fieldsOf(body);
  const inviteeId = given.get('invitee_id');
  const email = given.get('email');
  const teamIds = given.get('team_ids');
  if (inviteeId !== undefined && !isInteger(inviteeId)) throw notA('invitee_id', inviteeId, 'an integer');
  if (email !== undefined && typeof email !== 'string') throw notA('email', email, 'a string');
  if (teamIds !== undefined && !Array.isArray(teamIds)) throw notA('team_ids', teamIds, 'an array');
  const ids: readonly unknown[] = teamIds ?? [];
  for (const [place, id] of ids.entries()) if (!isInteger(id)) throw notA(`team_ids/${place}`, id, 'an integer');
  if (inviteeId === undefined && email === undefined) {
    throw invalidRequest('"invitee_id" wasn\'t supplied.\n"email" wasn\'t supplied.');
  }
  return {
    inviteeId: isInteger(inviteeId) ? inviteeId : null,
    email: typeof email === 'string' && inviteeId === undefined ? email : null,
    role: oneOf(INVITATION_ROLES, given.get('role') ?? 'direct_member'),
    teamIds: ids.filter(isInteger),
  };
}

/** The role in the body of a membership call, which may be missing altogether. */
export function membershipRole(body: unknown): 'admin' | 'member' {
  return oneOf(MEMBERSHIP_ROLES, (body === undefined ? undefined : fieldsOf(body).get('role')) ?? 'member');
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T {
  const role = known.find((name) => name === value);
  if (role !== undefined) return role;
  throw invalidRequest(`For 'properties/role', ${written(value)} is not a member of ${JSON.stringify(known)}.`);
}

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
const written = (value: unknown) => (value === null ? 'nil' : JSON.stringify(value));
const notA = (field: string, value: unknown, kind: string) =>
  invalidRequest(`For 'properties/${field}', ${written(value)} is not ${kind}.`);
