import { Type } from 'typebox';
import type { HostResult } from '../../domain/host-refusal.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, refuse } from '../../lib/result.ts';
import { confirmOrganization, type HostClient, ORGANIZATION } from '../client.ts';
import { hostPath } from '../host-path.ts';
import { eachOnce, linkedPages, readPages } from '../pages.ts';
import { MISSING } from '../send/refusals.ts';
import { bodyOf } from '../send/send.ts';
import { HostId, orNull } from '../send/shapes.ts';
import type { HostTeam, InvitationsRequest, Seats } from './types.ts';

const Team = Type.Object({
  id: HostId,
  slug: Type.String(),
  name: Type.String(),
  organization_id: Type.Optional(orNull(HostId)),
});
const Teams = Type.Array(Team);

/** GitHub docs: List teams. */
export async function readTeams(
  { send, log }: HostClient,
  { organization, organizationId }: Pick<InvitationsRequest, 'organization' | 'organizationId'>,
): Promise<HostResult<readonly HostTeam[]>> {
  const list = linkedPages(send, { call: 'organization.teams', url: hostPath`/orgs/${organization}/teams` }, Teams);
  const pages = await readPages(list, LIST_BOUNDS.teams, log);
  if (!pages.ok) return pages;
  const organizationIds = pages.value.flat().map(({ organization_id: id = null }) => id);
  const confirmed = await confirmOrganization({ send }, { organization, organizationId }, organizationIds);
  if (!confirmed.ok) return confirmed;
  const teams = pages.value.flat().map(({ id, slug, name }) => ({ id, slug, name }));
  return ok(eachOnce(teams, ({ id }) => id));
}

const Count = Type.Integer({ minimum: 0 });
const Planned = Type.Object({ plan: Type.Object({ seats: Count, filled_seats: Count }) });

/**
 * Returns null if the plan is unreadable or has no seats. Zero seats mean no limit. GitHub docs: Get an organization.
 */
export async function readSeats(
  { send }: HostClient,
  { organization, organizationId }: InvitationsRequest,
): Promise<HostResult<Seats | null>> {
  const response = await send({ call: 'organization.read', url: hostPath`/orgs/${organization}` });
  if (!response.ok) return response;
  const named = bodyOf(response, ORGANIZATION);
  if (!named.ok) return named;
  if (named.value.id !== organizationId) return refuse(MISSING);
  const planned = bodyOf(response, Planned);
  if (!planned.ok || planned.value.plan.seats === 0) return ok(null);
  return ok({ total: planned.value.plan.seats, filled: planned.value.plan.filled_seats });
}
