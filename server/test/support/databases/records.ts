import { createHash } from 'node:crypto';
import type { Membership } from '../../../src/domain/account.ts';
import type { Installation } from '../../../src/domain/installation.ts';
import type { TokenGrant } from '../../../src/domain/session.ts';
import type { HostToken, SessionKey } from '../../../src/lib/secrets.ts';
import type { InstallationStore, ListedRecord, Observation } from '../../../src/sessions/store/installation-types.ts';
import type { SignInRecord } from '../../../src/sessions/store/types.ts';
import type { ENGINES } from './engines.ts';

/** The time at which everybody in these tests signs in. */
export const NOON = new Date('2026-03-01T12:00:00.250Z');

/** A time some minutes after noon. */
export const afterNoon = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000);

/** The key of the session whose ID is derived from `name`. */
export const keyOf = (name: string): SessionKey => createHash('sha256').update(name).digest('hex') as SessionKey;

/** A membership in an organization whose login follows from its ID. */
export const membershipIn = (id: number, viewerCanAdminister = false): Membership => ({
  organization: { id, login: `organization-${id}`, name: `Organization ${id}`, avatarUrl: null },
  viewerCanAdminister,
});

/** An installation on the organization with the ID `accountId`. */
export const installationOf = (id: number, accountId = id): Installation => ({
  id,
  accountId,
  accountLogin: `organization-${accountId}`,
  accountType: 'organization',
  repositorySelection: 'all',
  suspendedAt: null,
});

/** The fetch with this number in the order of fetches, for tests that make up the order themselves. */
export const observationAt = (number: number): Observation => number as Observation;

let observationsTaken = 0;
/** A fetch later than all those made up here before. */
export function nextObservation(): Observation {
  observationsTaken += 1;
  return observationAt(observationsTaken);
}

/** A grant with both tokens, eight hours and half a year from noon. */
export const grantOf = (name: string): TokenGrant => ({
  accessToken: `access-token-of-${name}` as HostToken,
  accessTokenExpiresAt: afterNoon(8 * 60),
  refreshToken: `refresh-token-of-${name}` as HostToken,
  refreshTokenExpiresAt: afterNoon(180 * 24 * 60),
  tokenType: 'bearer',
  scope: '',
});

/** A stored grant with its tokens opened, to be compared as a whole. */
export const plainGrant = <G extends TokenGrant | undefined>(grant: G): G =>
  grant && { ...grant, accessToken: grant.accessToken, refreshToken: grant.refreshToken };

/** One person's sign-in at noon, ending eight hours later; each sees installations later than the one before. */
export const signInOf = (name: string, userId: number, rest: Partial<SignInRecord> = {}): SignInRecord => ({
  key: keyOf(name),
  grant: grantOf(name),
  profile: {
    user: { id: userId, login: name, name: null, avatarUrl: `https://avatars.test/${userId}` },
    memberships: [membershipIn(10, true), membershipIn(20)],
  },
  installations: [installationOf(100, 10)],
  observation: nextObservation(),
  createdAt: NOON,
  expiresAt: afterNoon(8 * 60),
  client: null,
  replaces: null,
  ...rest,
});

/** The numbers from 1 to `count`. */
export const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A record with its repositories, as the page of installations is made from it. */
export const coveredBy = (installations: InstallationStore, id = 7): Promise<ListedRecord | null> =>
  installations.findListed(id);

/** The installations whose lists are due, in their order. */
export const dueLists = async (installations: InstallationStore, limit: number): Promise<readonly number[]> =>
  (await installations.listsToRefresh(limit)).map(({ id }) => id);

/** A storage that knows installation 7, whose looks and marks the test takes in its own order. */
export async function openedWithInstallation(engine: (typeof ENGINES)[number]) {
  const open = await engine.open();
  const { installations } = open.storage;
  await installations.upsert([installationOf(7)], await installations.observe(), NOON);
  return { ...open, installations };
}
