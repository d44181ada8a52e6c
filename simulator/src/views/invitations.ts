import type { Links } from '../links.ts';
import type { InvitationRecord } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { type AccountViews, nodeIdOf } from './accounts.ts';

/** An invitation in the shape of the REST API and of events. GitHub docs: Create an organization invitation. */
export function invitationShape(
  record: InvitationRecord,
  { world, views, links }: { readonly world: World; readonly views: AccountViews; readonly links: Links },
): object {
  return {
    id: record.id,
    node_id: nodeIdOf('OI', record.id),
    login: record.inviteeId === null ? null : (world.userById(record.inviteeId)?.login ?? null),
    email: record.email,
    role: record.role,
    created_at: record.createdAt,
    failed_at: record.failedAt,
    failed_reason: record.failedReason,
    inviter: views.actor(record.inviterId),
    team_count: record.teamIds.length,
    invitation_teams_url: links.api(`/organizations/${record.organizationId}/invitations/${record.id}/teams`),
    invitation_source: 'member',
  };
}
