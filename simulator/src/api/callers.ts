import type { FastifyRequest } from 'fastify';
import type { InstallationRecord, UserRecord } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { undecodable } from './app-jwt.ts';
import type { Credential } from './credentials.ts';
import { notAccessible, requiresAuthentication } from './errors.ts';
import type { Viewer } from './visibility.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Read again when the work starts: a token may have died while the request was held. */
    credential: Credential;
    /** Whether a fault was switched on for the reply. */
    isSpoiled: boolean;
  }
}

/** Owner key of callers without a token. */
export const ANONYMOUS = 'anonymous';

/** Owner key of a user. */
export const userRateKey = (userId: number) => `user ${userId}`;

/** The user behind a request; refuses other callers. */
export function callingUser({ credential: { user, kind } }: FastifyRequest): UserRecord {
  if (user) return user;
  throw kind === 'none' || kind === 'basic' ? requiresAuthentication() : notAccessible();
}

/** The user or installation behind a request; refuses others. */
export function callingViewer(request: FastifyRequest, world: World): Viewer {
  const { grant } = request.credential;
  const installation = grant && world.installation(grant.installationId);
  return installation ? { kind: 'installation', installation } : { kind: 'user', user: callingUser(request) };
}

/** The same, or null when nobody is named. */
export const anyViewer = (request: FastifyRequest, world: World): Viewer | null =>
  request.credential.user || request.credential.grant ? callingViewer(request, world) : null;

/** The installation behind a request; refuses others. */
export function callingInstallation(request: FastifyRequest, world: World): InstallationRecord {
  const viewer = callingViewer(request, world);
  if (viewer.kind === 'installation') return viewer.installation;
  throw notAccessible();
}

/** Refuses callers that did not come with a JWT of the App. Its signature has been checked before. */
export function callingApp({ credential: { kind } }: FastifyRequest): void {
  if (kind !== 'app') throw undecodable();
}

/** The user behind a request, if there is one. */
export const anyone = ({ credential: { user } }: FastifyRequest): UserRecord | null => user;

/** Whose hourly limit a request draws on: the key of the bucket, and the words for a refusal. */
export function rateOwnerOf({ credential, ip }: FastifyRequest): { readonly key: string; readonly words: string } {
  const { user, grant, kind } = credential;
  if (user) return { key: userRateKey(user.id), words: `user ID ${user.id}` };
  if (grant) return { key: `installation ${grant.installationId}`, words: `installation ID ${grant.installationId}` };
  if (kind === 'app') return { key: 'app', words: 'this App' };
  return { key: ANONYMOUS, words: ip };
}
