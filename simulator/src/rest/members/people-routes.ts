import type { FastifyRequest } from 'fastify';
import { ApiError, notAccessible } from '../../api/errors.ts';
import { administratorIn, type OrganizationCaller, organizationCaller } from '../../api/organization-access.ts';
import { covers, needing } from '../../api/permissions.ts';
import type { Parts } from '../../parts.ts';
import type { UserRecord } from '../../world/records.ts';
import type { Endpoints } from '../endpoint.ts';
import { invalidMember, NOT_AN_OWNER } from './refusals.ts';

const FILTERED = { '2fa_disabled': 'none', '2fa_insecure': 'insecure' } as const;

/** GitHub docs: REST API endpoints for organization members, outside collaborators. */
export function peopleRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, views } = parts;

  const lister = needing({ members: 'read' }, (request: FastifyRequest, params: { readonly org: string }) => {
    const caller = organizationCaller(request, params, parts);
    if (!caller.isApp && !covers(caller.permissions, lister.needed)) throw notAccessible(lister.needed);
    return caller;
  });

  // This world has no public memberships, which is all that an App without the permission sees.
  endpoint('GET /orgs/:org/members', lister, ({ caller, query, page }) => {
    const passes = filterOf(query, caller);
    const role = query.get('role') ?? 'all';
    if (!['all', 'admin', 'member'].includes(role)) throw invalidMember('role');
    const isStranger = caller.membership === null && !caller.administers;
    if (isStranger || !covers(caller.permissions, lister.needed)) return page([], views.user);
    const listed = world
      .membersOf(caller.organization.id)
      .filter(({ membership }) => membership.role !== 'billing_manager')
      .filter(({ membership, user }) => (role === 'all' || membership.role === role) && passes(user));
    return page(listed, ({ user }) => views.user(user));
  });

  const owner = administratorIn({ members: 'read' }, NOT_AN_OWNER.listOutside, parts);
  endpoint('GET /orgs/:org/outside_collaborators', owner, ({ caller, query, page }) => {
    const passes = filterOf(query, caller);
    const listed = world.outsideCollaboratorsOf(caller.organization.id).filter(({ user }) => passes(user));
    return page(listed, ({ user }) => views.user(user));
  });
}

function filterOf(query: URLSearchParams, { organization, membership }: OrganizationCaller) {
  const filter = query.get('filter') ?? 'all';
  if (filter === 'all') return () => true;
  if (filter !== '2fa_disabled' && filter !== '2fa_insecure') throw invalidMember('filter');
  if (filter === '2fa_insecure' && !organization.filtersInsecureFactors) throw invalidMember('filter');
  if (membership?.role !== 'admin') throw new ApiError(422, 'Only owners can use this filter.');
  return ({ secondFactor }: UserRecord) => secondFactor === FILTERED[filter];
}
