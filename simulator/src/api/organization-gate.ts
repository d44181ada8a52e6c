import type { FastifyRequest } from 'fastify';
import type { AppRegistration } from '../apps/registration.ts';
import type { Links } from '../links.ts';
import { botIdOf } from '../views/accounts.ts';
import type { MembershipRecord, OrganizationRecord } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { ApiError, addressNotAllowed, notAccessible, notFound, samlRequired } from './errors.ts';
import { callingViewer } from './guard.ts';
import type { Visibility } from './visibility.ts';

/** What deciding about a caller and an organization needs. */
export interface OrganizationGateDeps {
  readonly world: World;
  readonly app: AppRegistration;
  readonly links: Links;
  readonly visibility: Visibility;
}

/** A caller who may do something in an organization. */
export interface OrganizationCaller {
  readonly organization: OrganizationRecord;
  /** The person, or the App's own account behind an installation token. */
  readonly actorId: number;
  /** Active; null for the App and for people who do not belong to it. */
  readonly membership: MembershipRecord | null;
  /** Owners, and the App itself. */
  readonly administers: boolean;
}

/**
 * Who calls, and what they may do in the organization named by login or ID. Refuses when it is missing or
 * hidden, does not allow the address, single sign-on is missing, or the App may not do this there, in this order.
 */
export function callerIn(
  request: FastifyRequest,
  name: string,
  level: 'read' | 'write',
  { world, app, links, visibility }: OrganizationGateDeps,
): OrganizationCaller {
  const viewer = callingViewer(request, world);
  const organization = world.organization(name);
  if (!organization) throw notFound();
  const access = visibility.organizationAccess(viewer, organization);
  if (access.hidden) throw notFound();
  if (access.addressRefused) throw addressNotAllowed(organization);
  if (access.samlWithheld) throw samlRequired(links.web(`/orgs/${organization.login}/sso`));

  const installation = world.installationOf(organization.id);
  const granted =
    installation?.suspendedAt === null ? (installation.permissions ?? app.permissions).members : undefined;
  const isForeign = viewer.kind === 'installation' && viewer.installation.accountId !== organization.id;
  const isEnough = level === 'read' ? granted !== undefined : granted === 'write' || granted === 'admin';
  if (isForeign || !isEnough) throw notAccessible(`members=${level}`);

  const { membership } = access;
  return {
    organization,
    actorId: viewer.kind === 'installation' ? botIdOf(app) : viewer.user.id,
    membership,
    administers: viewer.kind === 'installation' || membership?.role === 'admin',
  };
}

/** Refuses callers that do not administer the organization, in these words. */
export function requireAdministrator(caller: OrganizationCaller, words: string): OrganizationCaller {
  if (!caller.administers) throw new ApiError(403, words);
  return caller;
}
