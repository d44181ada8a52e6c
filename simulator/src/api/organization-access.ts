import type { FastifyRequest } from 'fastify';
import type { Parts } from '../parts.ts';
import { botIdOf } from '../views/accounts.ts';
import type { Links } from '../world/links.ts';
import type { OrganizationRecord, RepositoryRecord } from '../world/records.ts';
import { callingViewer } from './callers.ts';
import { ApiError, addressNotAllowed, demand, notAccessible, notFound, samlRequired } from './errors.ts';
import { covers, type NeededPermissions, needing } from './permissions.ts';
import type { OrganizationAccess, Viewer } from './visibility.ts';

type Needs = Pick<Parts, 'world' | 'app' | 'links' | 'visibility'>;

/** The IP allow list is checked first. */
export function checkAccess(access: OrganizationAccess, { login }: OrganizationRecord, links: Links): void {
  if (access.addressRefused) throw addressNotAllowed(login);
  if (access.samlWithheld) throw samlRequired(links.web(`/orgs/${login}/sso`));
}

export function accessibleOrganization(viewer: Viewer, name: string, { world, visibility, links }: Needs) {
  const organization = demand(world.organization(name));
  const access = visibility.organizationAccess(viewer, organization);
  if (access.hidden) throw notFound();
  checkAccess(access, organization, links);
  return { organization, access };
}

export type OrganizationCaller = ReturnType<typeof organizationCaller>;

/** With or without the permissions that a call needs. */
export function organizationCaller(request: FastifyRequest, { org }: { readonly org: string }, needs: Needs) {
  const { world, app, visibility } = needs;
  const viewer = callingViewer(request, world);
  const { organization, access } = accessibleOrganization(viewer, org, needs);
  const { membership, permissions } = access;
  const isApp = viewer.kind === 'installation';
  return {
    organization,
    /** The person, or the App's bot account. */
    actorId: isApp ? botIdOf(app) : viewer.user.id,
    isApp,
    /** Null for the App and without an active membership. */
    membership,
    permissions,
    administers: isApp || membership?.role === 'admin',
    /** What a token of an installation does not reach is hidden from it. */
    reaches: ({ id, ownerId }: RepositoryRecord): boolean => !isApp || visibility.reachedIds(viewer, ownerId).has(id),
  };
}

export const callerIn = (needed: NeededPermissions, needs: Needs) =>
  needing(needed, (request: FastifyRequest, params: { readonly org: string }): OrganizationCaller => {
    const caller = organizationCaller(request, params, needs);
    if (!covers(caller.permissions, needed)) throw notAccessible(needed);
    return caller;
  });

export const administratorIn = (needed: NeededPermissions, message: string, needs: Needs) =>
  needing(needed, (request: FastifyRequest, params: { readonly org: string }): OrganizationCaller => {
    const caller = callerIn(needed, needs)(request, params);
    if (!caller.administers) throw new ApiError(403, message);
    return caller;
  });
