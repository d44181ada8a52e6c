import { createHash, randomBytes } from 'node:crypto';
import type { Profile } from '../../../src/domain/account.ts';
import type { Installation } from '../../../src/domain/installation.ts';
import type { SessionKey } from '../../../src/lib/secrets.ts';
import type { InstallationStore } from '../../../src/sessions/store/installation-types.ts';
import type { SessionStore, SignInRecord } from '../../../src/sessions/store/types.ts';
import type { Storage } from '../../../src/storage.ts';
import { grantOf, installationOf, membershipIn } from '../../support/databases/records.ts';

const HOUR_MS = 3_600_000;
let placesMade = 0;

/** Somebody in three organizations, two with the App, who is signed in with a link to the first's installation. */
export interface Place {
  readonly id: string;
  readonly key: SessionKey;
  readonly storage: Storage;
  /** Encrypts with a key that the reading instance lacks. */
  readonly ahead: Storage;
  readonly now: Date;
  readonly later: Date;
  readonly installation: Installation;
  /** Without the App. */
  readonly second: number;
  readonly unlinked: Installation;
  /** Linked, on an organization of others. */
  readonly foreign: Installation;
  readonly profile: Profile;
  signInAgain(changes?: Partial<SignInRecord>): Promise<void>;
}

export async function placeOn(storage: Storage, ahead: Storage, now: Date): Promise<Place> {
  placesMade += 1;
  const first = placesMade * 100;
  const [second, third] = [first + 1, first + 2];
  const [installation, unlinked] = [installationOf(first + 50, first), installationOf(first + 52, third)];
  const foreign = installationOf(first + 59, first + 9);
  const idOf = () => randomBytes(32).toString('hex');
  const keyOf = (id: string) => createHash('sha256').update(id).digest('hex') as SessionKey;
  const [id, later] = [idOf(), new Date(now.getTime() + 1_000)];
  const profile: Profile = {
    user: { id: first, login: `person-${first}`, name: 'A name', avatarUrl: null },
    memberships: [membershipIn(first, true), membershipIn(second), membershipIn(third)],
  };
  const signIn = async (changes: Partial<SignInRecord>) => {
    const expiresAt = new Date(now.getTime() + 8 * HOUR_MS);
    await storage.sessions.signIn({
      key: keyOf(idOf()),
      grant: { ...grantOf(`person-${first}`), accessTokenExpiresAt: expiresAt, refreshTokenExpiresAt: null },
      profile,
      installations: [installation, foreign],
      observation: await storage.installations.observe(),
      createdAt: now,
      expiresAt,
      client: null,
      replaces: null,
      ...changes,
    });
  };
  await storage.installations.upsert([unlinked], await storage.installations.observe(), now);
  await signIn({ key: keyOf(id) });
  return {
    id,
    key: keyOf(id),
    storage,
    ahead,
    now,
    later,
    installation,
    second,
    unlinked,
    foreign,
    profile,
    signInAgain: (changes = {}) => signIn({ createdAt: later, ...changes }),
  };
}

type Write = (place: Place) => Promise<unknown>;
type WritesNothing =
  | 'find'
  | 'findWithInstallations'
  | 'stampsOf'
  | 'keysOfUser'
  | 'ofUser'
  | 'usersCalled'
  | 'count'
  | 'stop';
type InstallationReads =
  | 'observe'
  | 'observeMany'
  | 'findByAccounts'
  | 'findCovered'
  | 'findListed'
  | 'findByIds'
  | 'idsAfter'
  | 'knownList'
  | 'listsToRefresh'
  | 'missingSince';
type WriteName =
  | Exclude<keyof SessionStore, WritesNothing>
  | Exclude<keyof InstallationStore, InstallationReads>
  | keyof Pick<Storage, 'reencrypt' | 'deleteUnneeded'>;

const withProfile =
  (change: (profile: Profile) => Profile): Write =>
  (place) =>
    place.signInAgain({ profile: change(place.profile) });
const withoutSecond = ({ user, memberships }: Profile) =>
  memberships.filter(({ organization }) => organization.id !== user.id + 1);
const observed = async ({ storage }: Place) => storage.installations.observe();
const upserted =
  (change: (place: Place) => Installation): Write =>
  async (place) =>
    place.storage.installations.upsert([change(place)], await observed(place), place.later);
const lease = ({ key }: Place) => ({ key, leaseId: 'a lease', tokenVersion: 1 });
const endOf = (place: Place) => new Date(place.now.getTime() + 9 * HOUR_MS);

/**
 * Every write of the storage that sessions or installations have, with the changes of answers it can make. A method that
 * is missing here is a type error.
 */
export const WRITES: Readonly<Record<WriteName, Readonly<Record<string, Write>>>> = {
  signIn: {
    'another name': withProfile((profile) => ({ ...profile, user: { ...profile.user, name: 'Another name' } })),
    'another avatar': withProfile((profile) => ({
      ...profile,
      user: { ...profile.user, avatarUrl: 'https://avatars.test/new' },
    })),
    'one organization less': withProfile((profile) => ({ ...profile, memberships: withoutSecond(profile) })),
    'one organization more': withProfile((profile) => ({
      ...profile,
      memberships: [...profile.memberships, membershipIn(profile.user.id + 3)],
    })),
    'one organization instead of another': withProfile((profile) => ({
      ...profile,
      memberships: [...withoutSecond(profile), membershipIn(profile.user.id + 3)],
    })),
    'another role': withProfile((profile) => ({
      ...profile,
      memberships: profile.memberships.map((one) => ({ ...one, viewerCanAdminister: !one.viewerCanAdminister })),
    })),
    'a renamed organization': withProfile((profile) => ({
      ...profile,
      memberships: profile.memberships.map((one) => ({
        ...one,
        organization: { ...one.organization, login: `${one.organization.login}-new` },
      })),
    })),
    'another state of an installation': (place) =>
      place.signInAgain({ installations: [{ ...place.installation, repositorySelection: 'selected' }] }),
    'a session in its place': (place) => place.signInAgain({ replaces: place.key }),
  },
  linkInstallation: {
    'a known installation': async (place) =>
      place.storage.sessions.linkInstallation(place.key, place.unlinked, await observed(place), place.later),
    'another installation': async (place) =>
      place.storage.sessions.linkInstallation(
        place.key,
        installationOf(place.installation.id + 1, place.second),
        await observed(place),
        place.later,
      ),
  },
  delete: { 'the session': ({ storage, key }) => storage.sessions.delete(key) },
  deleteOfUser: {
    'the session': ({ storage, profile, later }) => storage.sessions.deleteOfUser(profile.user.id, later),
  },
  deleteExpired: { 'the session': (place) => place.storage.sessions.deleteExpired(endOf(place)) },
  leaseRefresh: {},
  storeRefreshed: {
    'another end': (place) =>
      place.storage.sessions.storeRefreshed(
        lease(place),
        { ...grantOf('refreshed'), accessTokenExpiresAt: endOf(place) },
        endOf(place),
      ),
  },
  pauseRefresh: {},
  dropRefreshToken: {},
  noteUses: {},
  useState: {},
  upsert: {
    'a changed record': upserted(({ installation }) => ({ ...installation, repositorySelection: 'selected' })),
    'a new record': upserted(({ installation, second }) => installationOf(installation.id + 1, second)),
    'a record of another account': upserted(({ installation, second }) => ({ ...installation, accountId: second })),
    'a record of an account elsewhere': upserted(({ installation, second }) => ({
      ...installation,
      accountId: second + 8,
    })),
  },
  suspend: {
    'the installation': async (place) =>
      place.storage.installations.suspend(place.installation.id, place.later, await observed(place), place.later),
  },
  remove: {
    'an installation with a link': async (place) =>
      place.storage.installations.remove(place.installation.id, await observed(place)),
    'an installation of others with a link': async (place) =>
      place.storage.installations.remove(place.foreign.id, await observed(place)),
    'an installation without a link': async (place) =>
      place.storage.installations.remove(place.unlinked.id, await observed(place)),
    'an installation that comes back': async (place) => {
      const { installations } = place.storage;
      await installations.remove(place.installation.id, await observed(place));
      await installations.upsert(
        [{ ...place.installation, repositorySelection: 'selected' }],
        await observed(place),
        place.now,
      );
    },
  },
  miss: {
    'the installation': async (place) =>
      place.storage.installations.miss(place.installation.id, await observed(place), place.later),
  },
  markRepositoriesStale: {},
  storeRepositories: {
    'their number': async (place) =>
      place.storage.installations.storeRepositories(place.installation.id, [], await observed(place), place.later),
  },
  confirmRepositories: {},
  noteTurn: {},
  noteLostDeliveries: {},
  reencrypt: { 'by another key': ({ ahead, now }) => ahead.reencrypt({ after: null, now, isDryRun: false }) },
  deleteUnneeded: {},
};

/** Each change with its name. */
export const CHANGES: readonly (readonly [name: string, write: Write])[] = Object.entries(WRITES).flatMap(
  ([method, changes]) => Object.entries(changes).map(([what, write]) => [`${method}: ${what}`, write] as const),
);
