import type {
  DirectAccess,
  InstallationRecord,
  InstallationRequestRecord,
  InvitationRecord,
  MembershipRecord,
  OrganizationRecord,
  RepositoryRecord,
  TeamRecord,
  UserRecord,
} from './records.ts';

/** The first ID of each kind. Ranges are far apart, so that an ID shows its kind. */
const FIRST_IDS = {
  account: 1001,
  team: 7001,
  installation: 101,
  request: 901,
  invitation: 3001,
  repository: 50001,
} as const;

/** Only this folder uses the tables. */
export type WorldStore = ReturnType<typeof createWorldStore>;
export function createWorldStore() {
  let counters: Record<keyof typeof FIRST_IDS, number> = { ...FIRST_IDS };
  const tables = {
    users: countedTable<number, UserRecord>(),
    organizations: new Map<number, OrganizationRecord>(),
    /** Maps a lowercase login to its account ID. */
    accountIds: new Map<string, number>(),
    /** Keyed by `membershipKey`, in joining order. */
    memberships: countedTable<string, MembershipRecord>(),
    teams: new Map<number, TeamRecord>(),
    repositories: new Map<number, RepositoryRecord>(),
    /** Direct access by repository ID. */
    directAccess: new Map<number, readonly DirectAccess[]>(),
    installations: new Map<number, InstallationRecord>(),
    installationRequests: new Map<number, InstallationRequestRecord>(),
    invitations: new Map<number, InvitationRecord>(),
    /** Times in milliseconds at which an organization sent invitations, by its ID. */
    invitationTimes: new Map<number, readonly number[]>(),
  };
  return {
    ...tables,
    accountIdOf: (login: string) => need(tables.accountIds.get(foldLogin(login)), `account '${login}'`),
    /** IDs restart after `clear`. */
    nextId(kind: keyof typeof FIRST_IDS): number {
      const id = counters[kind];
      counters[kind] = id + 1;
      return id;
    },
    clear(): void {
      counters = { ...FIRST_IDS };
      for (const table of Object.values(tables)) table.clear();
    },
  };
}

/** A map that counts its changes, so that callers can cache derived values until the next one. */
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

export const membershipKey = (organizationId: number, userId: number) => `${organizationId} ${userId}`;

export const select = <T>(table: ReadonlyMap<unknown, T>, matches: (record: T) => boolean): readonly T[] =>
  [...table.values()].filter(matches);

export function deleteWhere<K, T>(table: Map<K, T>, isDoomed: (record: T) => boolean): void {
  for (const [key, record] of table) if (isDoomed(record)) table.delete(key);
}

export function withOrWithout(ids: readonly number[], id: number, isIncluded: boolean): readonly number[] {
  const others = ids.filter((other) => other !== id);
  return isIncluded ? [...others, id] : others;
}

/** Compares logins like the platform, which ignores ASCII case. */
export function foldLogin(login: string): string {
  return login.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Throws an error that names what is missing. */
export function need<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`the simulated world has no ${what}`);
  return value;
}

/** Formats times like the platform: ISO 8601, whole seconds, UTC. */
export function isoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
