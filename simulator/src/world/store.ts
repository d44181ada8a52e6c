import type {
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

/** The tables of a world. Only the `world-*` files touch them. */
export interface WorldStore {
  readonly users: Map<number, UserRecord>;
  readonly organizations: Map<number, OrganizationRecord>;
  /** Login in lower case to account ID; users and organizations share one namespace. */
  readonly accountIds: Map<string, number>;
  /** Organization ID to user ID to membership, in the order people joined. */
  readonly memberships: Map<number, Map<number, MembershipRecord>>;
  readonly organizationIdsOfUser: Map<number, Set<number>>;
  readonly teams: Map<number, TeamRecord>;
  readonly teamIdsOfOrganization: Map<number, Set<number>>;
  readonly repositories: Map<number, RepositoryRecord>;
  readonly repositoryIdsOfOwner: Map<number, Set<number>>;
  readonly installations: Map<number, InstallationRecord>;
  readonly installationRequests: Map<number, InstallationRequestRecord>;
  readonly invitations: Map<number, InvitationRecord>;
  /** Organization ID to the times, in milliseconds, at which its invitation quota was drawn on. */
  readonly invitationTimes: Map<number, readonly number[]>;
  /** The next free ID of a kind: the same sequence after each `clear`. */
  nextId(kind: keyof typeof FIRST_IDS): number;
  clear(): void;
}

/** An empty store. */
export function createWorldStore(): WorldStore {
  let counters: Record<keyof typeof FIRST_IDS, number> = { ...FIRST_IDS };
  const tables = {
    users: new Map<number, UserRecord>(),
    organizations: new Map<number, OrganizationRecord>(),
    accountIds: new Map<string, number>(),
    memberships: new Map<number, Map<number, MembershipRecord>>(),
    organizationIdsOfUser: new Map<number, Set<number>>(),
    teams: new Map<number, TeamRecord>(),
    teamIdsOfOrganization: new Map<number, Set<number>>(),
    repositories: new Map<number, RepositoryRecord>(),
    repositoryIdsOfOwner: new Map<number, Set<number>>(),
    installations: new Map<number, InstallationRecord>(),
    installationRequests: new Map<number, InstallationRequestRecord>(),
    invitations: new Map<number, InvitationRecord>(),
    invitationTimes: new Map<number, readonly number[]>(),
  };
  return {
    ...tables,
    nextId(kind) {
      const id = counters[kind];
      counters[kind] = id + 1;
      return id;
    },
    clear() {
      counters = { ...FIRST_IDS };
      for (const table of Object.values(tables)) table.clear();
    },
  };
}

/** Adds to a set that lives in a map, making the set on first use. */
export function addToIndex(index: Map<number, Set<number>>, key: number, value: number): void {
  const existing = index.get(key);
  if (existing) existing.add(value);
  else index.set(key, new Set([value]));
}

/** Logins compare without regard to ASCII case, as on the platform. */
export function foldLogin(login: string): string {
  return login.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
