import type { FastifyRequest } from 'fastify';
import type { Links } from '../links.ts';
import type { Parts } from '../parts.ts';
import { botIdOf } from '../views/accounts.ts';
import type { OrganizationRecord } from '../world/records.ts';
import { callingViewer } from './callers.ts';
import { ApiError, addressNotAllowed, demand, notAccessible, notFound, samlRequired } from './errors.ts';
import type { OrganizationAccess, Viewer } from './visibility.ts';

type Needs = Pick<Parts, 'world' | 'app' | 'links' | 'visibility'>;

/** Refuses when the organization does not allow the address, or single sign-on is missing, in this order. */
export function checkAccess(access: OrganizationAccess, { login }: OrganizationRecord, links: Links): void {
  if (access.addressRefused) throw addressNotAllowed(login);
  if (access.samlWithheld) throw samlRequired(links.web(`/orgs/${login}/sso`));
}

/** An organization and what the viewer may see of it. Refuses when it is missing or hidden as well. */
export function accessibleOrganization(viewer: Viewer, name: string, { world, visibility, links }: Needs) {
  const organization = demand(world.organization(name));
  const access = visibility.organizationAccess(viewer, organization);
  if (access.hidden) throw notFound();
  checkAccess(access, organization, links);
  return { organization, access };
}

/** A caller who may do something in an organization. */
export type OrganizationCaller = ReturnType<ReturnType<typeof callerIn>>;

/**
 * Who calls, and what they may do in an organization. Refuses when it is not accessible, or the App may not do
 * this there.
 */
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
      /** The person, or the App's own account behind an installation token. */
      actorId: viewer.kind === 'installation' ? botIdOf(app) : viewer.user.id,
      /** Active; null for the App and for people who do not belong to it. */
      membership,
      /** Owners, and the App itself. */
      administers: viewer.kind === 'installation' || membership?.role === 'admin',
    };
  };

/** The caller; refuses those who do not administer the organization, in these words. */
export const administratorIn =
  (level: 'read' | 'write', words: string, needs: Needs) =>
  (request: FastifyRequest, params: { readonly org: string }): OrganizationCaller => {
    const caller = callerIn(level, needs)(request, params);
    if (!caller.administers) throw new ApiError(403, words);
    return caller;
  };
