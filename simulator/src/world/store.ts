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

/** Where each kind of record starts counting; far apart, so that an ID tells what it is. */
const FIRST_IDS = {
  account: 1001,
  team: 7001,
  installation: 101,
  request: 901,
  invitation: 3001,
  repository: 50001,
} as const;

/** The tables of a world. Only the files of this room touch them. */
export type WorldStore = ReturnType<typeof createWorldStore>;
export function createWorldStore() {
  let counters: Record<keyof typeof FIRST_IDS, number> = { ...FIRST_IDS };
  const tables = {
    users: countedTable<number, UserRecord>(),
    organizations: new Map<number, OrganizationRecord>(),
    /** Login in lower case to account ID; users and organizations share one namespace. */
    accountIds: new Map<string, number>(),
    /** By `membershipKey`, in the order people joined. */
    memberships: countedTable<string, MembershipRecord>(),
    teams: new Map<number, TeamRecord>(),
    repositories: new Map<number, RepositoryRecord>(),
    /** By the ID of the repository. */
    directAccess: new Map<number, readonly DirectAccess[]>(),
    installations: new Map<number, InstallationRecord>(),
    installationRequests: new Map<number, InstallationRequestRecord>(),
    invitations: new Map<number, InvitationRecord>(),
    /** Organization ID to the times, in milliseconds, at which its invitation quota was drawn on. */
    invitationTimes: new Map<number, readonly number[]>(),
  };
  return {
    ...tables,
    accountIdOf: (login: string) => need(tables.accountIds.get(foldLogin(login)), `account '${login}'`),
    /** The next free ID of a kind: the same sequence after each `clear`. */
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

/** A table that counts its changes, so that what was made from it can be kept until the next one. */
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

/** Where the membership of a user in an organization is kept. */
export const membershipKey = (organizationId: number, userId: number) => `${organizationId} ${userId}`;

/** The records of a table that pass, oldest first. */
export const select = <T>(table: ReadonlyMap<unknown, T>, isWanted: (record: T) => boolean): readonly T[] =>
  [...table.values()].filter(isWanted);

/** Removes the records that pass. */
export function deleteWhere<K, T>(table: Map<K, T>, isDoomed: (record: T) => boolean): void {
  for (const [key, record] of table) if (isDoomed(record)) table.delete(key);
}

/** The list with the ID at its end, or without it. */
export function withOrWithout(ids: readonly number[], id: number, wanted: boolean): readonly number[] {
  const others = ids.filter((other) => other !== id);
  return wanted ? [...others, id] : others;
}

/** Logins compare without regard to ASCII case, as on the platform. */
export function foldLogin(login: string): string {
  return login.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The value, or an error that says what the world does not have. */
export function need<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`the simulated world has no ${what}`);
  return value;
}

/** A point in time the way the platform writes it: ISO 8601, whole seconds, UTC. */
export function isoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
