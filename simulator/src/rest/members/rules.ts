import type { OrganizationCaller } from '../../api/organization-access.ts';
import type { Parts } from '../../parts.ts';
import { inviteeOf } from '../../world/departures.ts';
import { sameAddress } from '../../world/invitations.ts';
import type { Links } from '../../world/links.ts';
import type { InvitationRecord, InvitationRole, OrganizationRecord, UserRecord } from '../../world/records.ts';
import type { World } from '../../world/world.ts';
import { invalidField, invitationRefused, noSeat } from './refusals.ts';

export interface InvitationRequest {
  readonly inviteeId: number | null;
  readonly email: string | null;
  readonly teamIds: readonly number[];
}

/** The invitee is null for an unknown address. */
export function checkedInvitation(
  organization: OrganizationRecord,
  { inviteeId, email, teamIds }: InvitationRequest,
  { world, links }: Pick<Parts, 'world' | 'links'>,
) {
  if (organization.invitationsDisabled) throw invitationRefused('disabled');
  if (email !== null && !/^[^@\s]+@[^@\s]+$/.test(email)) throw invalidField('email');
  const invitee = inviteeId === null ? null : world.userById(inviteeId);
  if (inviteeId !== null && invitee === null) throw invitationRefused('unknown-invitee');
  const person = invitee ?? world.userByAddress(email ?? '');
  if (person) checkPerson(organization, person, invitee === null, world);
  if (organization.failuresBlockInviting) checkFailures(organization, person, email, world);
  const teams = teamIds.map((id) => world.teamById(id));
  const ownTeams = teams.filter((team) => team !== null && team.organizationId === organization.id);
  if (ownTeams.length < teams.length) throw invitationRefused('unknown-team');
  checkSeat(organization, { world, links });
  if (world.invitationQuota(organization.login).remaining === 0) throw invitationRefused('over-quota');
  return { invitee, email, teamIds: ownTeams.map((team) => team?.id ?? 0) };
}

export function checkInviter(
  { organization, isApp }: Pick<OrganizationCaller, 'organization' | 'isApp'>,
  { email, role }: { readonly email: string | null; readonly role: InvitationRole },
): void {
  const needsOwner = email !== null || role === 'admin';
  if (isApp && organization.limitsAppInvitations && needsOwner) throw invitationRefused('inviter-not-owner');
}

export function repeatedInvitation(
  { login, invitationsDisabled, repeatsOpenInvitations }: OrganizationRecord,
  request: Pick<InvitationRequest, 'inviteeId' | 'email'>,
  world: World,
): InvitationRecord | null {
  if (invitationsDisabled) return null;
  const open = world.openInvitations(login);
  if (request.email !== null) return open.find(({ email }) => sameAddress(email, request.email ?? '')) ?? null;
  return repeatsOpenInvitations ? (open.find(({ inviteeId }) => inviteeId === request.inviteeId) ?? null) : null;
}

export const hasManagedUsers = ({ managedUsers }: OrganizationRecord, { kind }: Pick<Links, 'kind'>): boolean =>
  managedUsers || kind === 'ghe.com';

export const addsDirectly = (organization: OrganizationRecord, links: Pick<Links, 'kind'>): boolean =>
  organization.addsMembersDirectly ?? (links.kind === 'enterprise-server' || hasManagedUsers(organization, links));

export function checkSeat({ login }: OrganizationRecord, { world, links }: Pick<Parts, 'world' | 'links'>): void {
  if (world.organizationPlan(login).left === 0) {
    throw noSeat(links.web(`/organizations/${login}/settings/billing/seats`));
  }
}

/** A person invited by email may also be invited by ID. */
function checkPerson({ id, login }: OrganizationRecord, person: UserRecord, byAddress: boolean, world: World): void {
  if (person.suspension !== null) throw invitationRefused('suspended');
  const state = world.membership(id, person.id)?.state;
  if (state === 'active') throw invitationRefused(byAddress ? 'address-already-member' : 'already-member');
  if (state !== 'pending') return;
  const open = world.openInvitationsOf(login, person.id);
  const isByAddressOnly = open.length > 0 && open.every(({ inviteeId }) => inviteeId === null);
  if (byAddress || !isByAddressOnly) throw invitationRefused('already-invited');
}

function checkFailures({ login }: OrganizationRecord, person: UserRecord | null, email: string | null, world: World) {
  const isSame = (failed: InvitationRecord) =>
    person ? inviteeOf(failed) === person.id : sameAddress(failed.email, email ?? '');
  if (world.failedInvitations(login).some(isSame)) throw invitationRefused('failed-before');
}
