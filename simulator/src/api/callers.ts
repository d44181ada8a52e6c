import type { FastifyRequest } from 'fastify';
import type { UserRecord } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { undecodable } from './app-jwt.ts';
import type { CallerCredential } from './credentials.ts';
import { notAccessible, requiresAuthentication } from './errors.ts';
import type { InstallationViewer, Viewer } from './visibility.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Read again before the work: the token may be revoked while the request is held. */
    credential: CallerCredential;
    /** True if a fault changes the reply. */
    isSpoiled: boolean;
  }
}

export const ANONYMOUS = 'anonymous';

/** Whose limit a call uses up. */
export interface RateOwner {
  readonly key: string;
  readonly description: string;
  readonly installationId?: number;
}

export const userRateOwner = (userId: number): RateOwner => ({
  key: `user ${userId}`,
  description: `user ID ${userId}`,
});

export const installationRateOwner = (installationId: number): RateOwner => ({
  key: `installation ${installationId}`,
  description: `installation ID ${installationId}`,
  installationId,
});

export function callingUser({ credential: { user, kind } }: FastifyRequest): UserRecord {
  if (user) return user;
  throw kind === 'none' || kind === 'basic' ? requiresAuthentication() : notAccessible();
}

export function callingViewer(request: FastifyRequest, world: World): Viewer {
  const { grant } = request.credential;
  const installation = grant && world.installation(grant.installationId);
  if (!installation) return { kind: 'user', user: callingUser(request) };
  return {
    kind: 'installation',
    installation: { ...installation, permissions: grant.permissions ?? installation.permissions },
    repositoryIds: grant.repositoryIds,
  };
}

export const anyViewer = (request: FastifyRequest, world: World): Viewer | null =>
  request.credential.user || request.credential.grant ? callingViewer(request, world) : null;

export function callingInstallation(request: FastifyRequest, world: World): InstallationViewer {
  const viewer = callingViewer(request, world);
  if (viewer.kind === 'installation') return viewer;
  throw notAccessible();
}

/** True for tokens of users and of installations. */
export const isOfApp = ({ credential: { user, grant } }: FastifyRequest): boolean => user !== null || grant !== null;

export function callingApp({ credential: { kind } }: FastifyRequest): void {
  if (kind !== 'app') throw undecodable();
}

export const anyone = ({ credential: { user } }: FastifyRequest): UserRecord | null => user;

export function rateOwnerOf({ credential, ip }: FastifyRequest): RateOwner {
  const { user, grant, kind } = credential;
  if (user) return userRateOwner(user.id);
  if (grant) return installationRateOwner(grant.installationId);
  if (kind === 'app') return { key: 'app', description: 'this App' };
  return { key: ANONYMOUS, description: ip };
}
