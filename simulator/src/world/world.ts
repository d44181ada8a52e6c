import { type Access, createAccess } from './access.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { createInstallations, type Installations } from './installations.ts';
import { createInvitationQuotas, type InvitationQuotas } from './invitation-quota.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { createPlans, type Plans } from './plans.ts';
import type { MemberRole } from './records.ts';
import { createRepositories, type Repositories } from './repositories.ts';
import { addLargeOrganization, type LargeOrganization } from './seeds/large.ts';
import { createWorldStore } from './store.ts';

export interface CrowdOptions {
  readonly organizations?: number;
  /** Uses the new organizations first, then other accounts. */
  readonly installations?: number;
  /** Default `member`. */
  readonly role?: MemberRole;
  /** Prefix of new logins; default `crowd`. */
  readonly prefix?: string;
}

/** Reads return null for missing records; changes throw. Records are immutable. */
export type World = Accounts &
  Repositories &
  Access &
  Installations &
  Invitations &
  InvitationQuotas &
  Plans &
  WholeWorld;

interface WholeWorld {
  /** Adds organizations and installations around a person. */
  enlarge(login: string, crowd: CrowdOptions): { readonly organizations: string[]; readonly installationIds: number[] };
  /** Adds an organization of 10,000 people by default. */
  addLargeOrganization(options?: LargeOrganization): ReturnType<typeof addLargeOrganization>;
  /** Restores the initial state with the same IDs. */
  reset(): void;
}

/** `fill` creates the initial state. */
export function createWorld(fill: (world: World) => void = () => {}, now: () => number = Date.now): World {
  const store = createWorldStore();
  const accounts = createAccounts(store);
  const repositories = createRepositories(store);
  const invitations = createInvitations(store, accounts, repositories, now);
  const world: World = {
    ...accounts,
    ...repositories,
    ...createAccess(store, accounts, repositories),
    ...createInstallations(store, repositories, now),
    ...invitations,
    ...createInvitationQuotas(store, accounts, now),
    ...createPlans(accounts, invitations),
    enlarge: (login, crowd) => enlarge(world, login, crowd),
    addLargeOrganization: (options) => addLargeOrganization(world, options),
    reset() {
      store.clear();
      fill(world);
    },
  };
  world.reset();
  return world;
}

function enlarge(
  world: World,
  login: string,
  { organizations = 0, installations = 0, role, prefix = 'crowd' }: CrowdOptions,
) {
  const logins: string[] = [];
  const installationIds: number[] = [];
  for (let index = 1; index <= organizations; index += 1) {
    const name = `${prefix}-${String(index).padStart(4, '0')}`;
    world.addOrganization({ login: name, name: `Organization ${index} of ${prefix}` });
    world.addMembership({ organization: name, login, ...(role === undefined ? {} : { role }) });
    logins.push(name);
  }
  for (let index = 1; index <= installations; index += 1) {
    const organization = logins[index - 1];
    const account = organization ?? world.addUser({ login: `${prefix}-owner-${index}` }).login;
    const collaborators = organization === undefined ? [login] : [];
    installationIds.push(world.addInstallation({ account, collaborators }).id);
  }
  return { organizations: logins, installationIds };
}
