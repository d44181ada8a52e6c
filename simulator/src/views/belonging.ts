import type { Links } from '../world/links.ts';
import { INVITATION_FAILURES, type InvitationRecord, type MembershipRecord } from '../world/records.ts';
import { need } from '../world/store.ts';
import type { World } from '../world/world.ts';
import { type createAccountViews, nodeIdOf } from './accounts.ts';

/** GitHub docs: Get organization membership for a user. */
const NAMED_TEAMS_MAX = 100;

/** GitHub docs: REST API endpoints for organization members. */
export function createBelongingViews(
  world: World,
  { user, organization, actor }: ReturnType<typeof createAccountViews>,
  links: Links,
) {
  const ownerOf = ({ organizationId: id }: MembershipRecord) => need(world.organizationById(id), `organization ${id}`);
  const membershipLite = (record: MembershipRecord) => {
    const api = links.api(`/orgs/${ownerOf(record).login}`);
    const member = need(world.userById(record.userId), `user ${record.userId}`);
    return {
      url: `${api}/memberships/${member.login}`,
      state: record.state,
      role: record.role,
      organization_url: api,
      user: user(member),
    };
  };

  const failureOf = ({ organizationId, failedReason }: InvitationRecord) => {
    const isCode = failedReason === null || world.organizationById(organizationId)?.failuresAsCodes;
    return isCode ? failedReason : INVITATION_FAILURES[failedReason];
  };

  return {
    membership: (record: MembershipRecord) => ({
      ...membershipLite(record),
      direct_membership: record.state === 'active' && record.isDirect,
      enterprise_teams_providing_indirect_membership: world
        .enterpriseTeamsOf(record.organizationId, record.userId)
        .slice(0, NAMED_TEAMS_MAX)
        .map(({ slug }) => slug),
      organization: organization(ownerOf(record)),
    }),
    membershipLite,
    /** GitHub docs: Create an organization invitation. */
    invitation: (record: InvitationRecord) => ({
      id: record.id,
      node_id: nodeIdOf('OI', record.id),
      login: record.inviteeId === null ? null : (world.userById(record.inviteeId)?.login ?? null),
      email: record.email,
      role: record.role,
      created_at: record.createdAt,
      failed_at: record.failedAt,
      failed_reason: failureOf(record),
      inviter: actor(record.inviterId),
      team_count: record.teamIds.length,
      invitation_teams_url: links.api(`/organizations/${record.organizationId}/invitations/${record.id}/teams`),
      invitation_source: record.source,
    }),
  };
}
