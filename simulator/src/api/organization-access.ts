import type { FastifyRequest } from 'fastify';
import type { Parts } from '../parts.ts';
import { botIdOf } from '../views/accounts.ts';
import type { Links } from '../world/links.ts';
import type { OrganizationRecord } from '../world/records.ts';
import { callingViewer } from './callers.ts';
import { ApiError, addressNotAllowed, demand, notAccessible, notFound, samlRequired } from './errors.ts';
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

export type OrganizationCaller = ReturnType<ReturnType<typeof callerIn>>;

export const callerIn =
  (level: 'read' | 'write', needs: Needs) =>
  (request: FastifyRequest, { org }: { readonly org: string }) => {
    const { world, app } = needs;
    const viewer = callingViewer(request, world);
    const { organization, access } = accessibleOrganization(viewer, org, needs);
    if (!(level === 'read' ? access.appReadsMembers : access.appWritesMembers)) throw notAccessible(`members=${level}`);

    const { membership } = access;
    return {
      organization,
      /** The person, or the App's bot account. */
      actorId: viewer.kind === 'installation' ? botIdOf(app) : viewer.user.id,
      /** Null for the App and without an active membership. */
      membership,
      readsAdministration: access.appReadsAdministration,
      administersRepositories: access.appAdministersRepositories,
      readsRoles: access.appReadsRoles,
      tokensLevel: access.appTokensLevel,
      administers: viewer.kind === 'installation' || membership?.role === 'admin',
    };
  };

export const administratorIn =
  (level: 'read' | 'write', message: string, needs: Needs) =>
  (request: FastifyRequest, params: { readonly org: string }): OrganizationCaller => {
    const caller = callerIn(level, needs)(request, params);
    if (!caller.administers) throw new ApiError(403, message);
    return caller;
  };
