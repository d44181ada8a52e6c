import { createHash, randomBytes } from 'node:crypto';
import type { Profile } from '../../../src/domain/account.ts';
import type { Installation } from '../../../src/domain/installation.ts';
import type { SessionKey } from '../../../src/lib/secrets.ts';
import type { InstallationStore } from '../../../src/sessions/store/installation-types.ts';
import type { SessionStore, SignInRecord } from '../../../src/sessions/store/types.ts';
import type { Storage } from '../../../src/storage.ts';
import { grantOf, installationOf, membershipIn } from '../../support/databases/records.ts';

const HOUR_MS = 3_600_000;
let peopleMade = 0;

/** Somebody in three organizations, two with the App, who is signed in with a link to the first's installation. */
export interface SignedInPerson {
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

export async function signInPerson(storage: Storage, ahead: Storage, now: Date): Promise<SignedInPerson> {
  peopleMade += 1;
  const first = peopleMade * 100;
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

type Write = (person: SignedInPerson) => Promise<unknown>;
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
  (person) =>
    person.signInAgain({ profile: change(person.profile) });
const withoutSecond = ({ user, memberships }: Profile) =>
  memberships.filter(({ organization }) => organization.id !== user.id + 1);
const observed = async ({ storage }: SignedInPerson) => storage.installations.observe();
const upserted =
  (change: (person: SignedInPerson) => Installation): Write =>
  async (person) =>
    person.storage.installations.upsert([change(person)], await observed(person), person.later);
const lease = ({ key }: SignedInPerson) => ({ key, leaseId: 'a lease', tokenVersion: 1 });
const endOf = (person: SignedInPerson) => new Date(person.now.getTime() + 9 * HOUR_MS);

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
    'another state of an installation': (person) =>
      person.signInAgain({ installations: [{ ...person.installation, repositorySelection: 'selected' }] }),
    'a session in its place': (person) => person.signInAgain({ replaces: person.key }),
  },
  linkInstallation: {
    'a known installation': async (person) =>
      person.storage.sessions.linkInstallation(person.key, person.unlinked, await observed(person), person.later),
    'another installation': async (person) =>
      person.storage.sessions.linkInstallation(
        person.key,
        installationOf(person.installation.id + 1, person.second),
        await observed(person),
        person.later,
      ),
  },
  delete: { 'the session': ({ storage, key }) => storage.sessions.delete(key) },
  deleteOfUser: {
    'the session': ({ storage, profile, later }) => storage.sessions.deleteOfUser(profile.user.id, later),
  },
  deleteExpired: { 'the session': (person) => person.storage.sessions.deleteExpired(endOf(person)) },
  leaseRefresh: {},
  storeRefreshed: {
    'another end': (person) =>
      person.storage.sessions.storeRefreshed(
        lease(person),
        { ...grantOf('refreshed'), accessTokenExpiresAt: endOf(person) },
        endOf(person),
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
    'the installation': async (person) =>
      person.storage.installations.suspend(person.installation.id, person.later, await observed(person), person.later),
  },
  remove: {
    'an installation with a link': async (person) =>
      person.storage.installations.remove(person.installation.id, await observed(person)),
    'an installation of others with a link': async (person) =>
      person.storage.installations.remove(person.foreign.id, await observed(person)),
    'an installation without a link': async (person) =>
      person.storage.installations.remove(person.unlinked.id, await observed(person)),
    'an installation that comes back': async (person) => {
      const { installations } = person.storage;
      await installations.remove(person.installation.id, await observed(person));
      await installations.upsert(
        [{ ...person.installation, repositorySelection: 'selected' }],
        await observed(person),
        person.now,
      );
    },
  },
  miss: {
    'the installation': async (person) =>
      person.storage.installations.miss(person.installation.id, await observed(person), person.later),
  },
  markRepositoriesStale: {},
  storeRepositories: {
    'their number': async (person) =>
      person.storage.installations.storeRepositories(person.installation.id, [], await observed(person), person.later),
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
