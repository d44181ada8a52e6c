import type {
  DirectAccess,
  InstallationRecord,
  InstallationRequestRecord,
  InvitationRecord,
  MembershipRecord,
  OrganizationRecord,
  RepositoryInvitationRecord,
  RepositoryRecord,
  TeamRecord,
  UserRecord,
} from './records.ts';
import type { DotsInSlugs } from './team-slugs.ts';

/** ID ranges are far apart, so that an ID shows its kind. */
const FIRST_IDS = {
  account: 1001,
  team: 7001,
  installation: 101,
  request: 901,
  invitation: 3001,
  repository: 50001,
  role: 8001,
  personalToken: 9001,
  repositoryRole: 8501,
  repositoryInvitation: 4001,
} as const;

/** Only this folder uses the tables. */
export type WorldStore = ReturnType<typeof createWorldStore>;
export function createWorldStore() {
  const slugRule: { dots: DotsInSlugs } = { dots: 'replaced' };
  let counters: Record<keyof typeof FIRST_IDS, number> = { ...FIRST_IDS };
  const tables = {
    users: countedTable<number, UserRecord>(),
    organizations: new Map<number, OrganizationRecord>(),
    accountIds: new Map<string, number>(),
    /** Keyed by `membershipKey`, in joining order. */
    memberships: countedTable<string, MembershipRecord>(),
    teams: ownedTable(({ organizationId }: TeamRecord) => organizationId),
    repositories: ownedTable(({ ownerId }: RepositoryRecord) => ownerId),
    directAccess: new Map<number, readonly DirectAccess[]>(),
    installations: new Map<number, InstallationRecord>(),
    installationRequests: new Map<number, InstallationRequestRecord>(),
    invitations: new Map<number, InvitationRecord>(),
    /** In milliseconds, by organization ID. */
    invitationTimes: new Map<number, readonly number[]>(),
    repositoryInvitations: new Map<number, RepositoryInvitationRecord>(),
    /** From the former name, as `repositoryKey` writes it, to the ID. */
    formerRepositories: new Map<string, number>(),
    /** From the former login of an organization to the ID. */
    formerOrganizations: new Map<string, number>(),
  };
  return {
    ...tables,
    slugRule,
    accountIdOf: (login: string) => need(tables.accountIds.get(foldLogin(login)), `account '${login}'`),
    nextId(kind: keyof typeof FIRST_IDS): number {
      const id = counters[kind];
      counters[kind] = id + 1;
      return id;
    },
    clear(): void {
      counters = { ...FIRST_IDS };
      slugRule.dots = 'replaced';
      for (const table of Object.values(tables)) table.clear();
    },
  };
}

/** Counts changes, so that callers can cache derived values until the next one. */
function countedTable<K, V>(): Map<K, V> & { changes(): number } {
  const table = new Map<K, V>();
  let changes = 0;
  return Object.assign(table, {
    changes: () => changes,
    set(key: K, value: V) {
      changes += 1;
      return Map.prototype.set.call(table, key, value);
    },
    delete(key: K) {
      changes += 1;
      return Map.prototype.delete.call(table, key);
    },
    clear() {
      changes += 1;
      Map.prototype.clear.call(table);
    },
  });
}

/** Also finds the records of one owner, in the order in which they came. */
function ownedTable<T>(ownerIdOf: (record: T) => number): Map<number, T> & { of(ownerId: number): readonly T[] } {
  const table = new Map<number, T>();
  const byOwner = new Map<number, Map<number, T>>();
  const forget = (id: number) => {
    const record = table.get(id);
    if (record !== undefined) byOwner.get(ownerIdOf(record))?.delete(id);
  };
  return Object.assign(table, {
    of: (ownerId: number) => [...(byOwner.get(ownerId)?.values() ?? [])],
    set(id: number, record: T) {
      const ownerId = ownerIdOf(record);
      const before = table.get(id);
      if (before !== undefined && ownerIdOf(before) !== ownerId) forget(id);
      const owned = byOwner.get(ownerId) ?? new Map<number, T>();
      byOwner.set(ownerId, owned.set(id, record));
      return Map.prototype.set.call(table, id, record);
    },
    delete(id: number) {
      forget(id);
      return Map.prototype.delete.call(table, id);
    },
    clear() {
      byOwner.clear();
      Map.prototype.clear.call(table);
    },
  });
}

export const repositoryKey = (ownerId: number, name: string) => `${ownerId} ${foldLogin(name)}`;

export const membershipKey = (organizationId: number, userId: number) => `${organizationId} ${userId}`;

export const select = <T>(table: ReadonlyMap<unknown, T>, matches: (record: T) => boolean): readonly T[] =>
  [...table.values()].filter(matches);

export function deleteWhere<K, T>(table: Map<K, T>, matches: (record: T) => boolean): void {
  for (const [key, record] of table) if (matches(record)) table.delete(key);
}

export function withOrWithout(ids: readonly number[], id: number, isIncluded: boolean): readonly number[] {
  const others = ids.filter((other) => other !== id);
  return isIncluded ? [...others, id] : others;
}

/** Logins ignore ASCII case, as on the platform. */
export function foldLogin(login: string): string {
  return login.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export function need<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`the simulated world has no ${what}`);
  return value;
}

/** The platform writes times so. */
export function isoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
