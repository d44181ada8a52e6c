import { type Access, createAccess } from './access.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { createInstallations, type Installations } from './installations.ts';
import { createInvitationQuotas, type InvitationQuotas } from './invitation-quota.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { createPlans, type Plans } from './plans.ts';
import type { MemberRole } from './records.ts';
import { createRepositories, type Repositories } from './repositories.ts';
import { createRepositoryInvitations, type RepositoryInvitations } from './repository-invitations.ts';
import { addLargeOrganization, type LargeOrganization } from './seeds/large.ts';
import { createWorldStore } from './store.ts';

export interface CrowdOptions {
  readonly organizations?: number;
  readonly installations?: number;
  readonly role?: MemberRole;
  readonly prefix?: string;
}

/** Reads return null for missing records; changes throw. Records are immutable. */
export type World = Accounts &
  Repositories &
  Access &
  RepositoryInvitations &
  Installations &
  Invitations &
  InvitationQuotas &
  Plans &
  WholeWorld;

interface WholeWorld {
  enlarge(login: string, crowd: CrowdOptions): { readonly organizations: string[]; readonly installationIds: number[] };
  addLargeOrganization(options?: LargeOrganization): ReturnType<typeof addLargeOrganization>;
  reset(): void;
}

export function createWorld(fill: (world: World) => void = () => {}, now: () => number = Date.now): World {
  const store = createWorldStore();
  const accounts = createAccounts(store);
  const repositories = createRepositories(store);
  const access = createAccess(store, accounts, repositories);
  const invitations = createInvitations(store, accounts, repositories, now);
  const world: World = {
    ...accounts,
    ...repositories,
    ...access,
    ...createRepositoryInvitations(store, repositories, access, now),
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
