import { type Access, createAccess } from './access.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { createInstallations, type Installations } from './installations.ts';
import { createInvitationQuotas, type InvitationQuotas } from './invitation-quota.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { createPlans, type Plans } from './plans.ts';
import type { OrganizationRole } from './records.ts';
import { createRepositories, type Repositories } from './repositories.ts';
import { addLargeOrganization, type LargeOrganization } from './seeds/large.ts';
import { createWorldStore } from './store.ts';

/** How much to add around one person. */
export interface Crowd {
  /** New organizations the person belongs to. */
  readonly organizations?: number;
  /** New installations the person sees: first on those organizations, the rest on other people's accounts. */
  readonly installations?: number;
  /** Role in the new organizations; default `member`. */
  readonly role?: OrganizationRole;
  /** Start of the new logins; default `crowd`. */
  readonly prefix?: string;
}

/**
 * What exists on the simulated platform: people, organizations, repositories, installations and invitations.
 *
 * Reads answer null for what is not there; changes throw. Records are never changed in place, so
 * a record taken before a change still shows the old state.
 */
export type World = Accounts &
  Repositories &
  Access &
  Installations &
  Invitations &
  InvitationQuotas &
  Plans &
  WholeWorld;

interface WholeWorld {
  /** Surrounds a person with many organizations and installations. Answers their logins and IDs. */
  enlarge(login: string, crowd: Crowd): { readonly organizations: string[]; readonly installationIds: number[] };
  /** Adds an organization of 10,000 people, or of as many as are asked for. */
  addLargeOrganization(given?: LargeOrganization): ReturnType<typeof addLargeOrganization>;
  /** Back to what `fill` made at the start, with the same IDs. */
  reset(): void;
}

/** A world filled by `fill`, empty without it. `now` is the clock for the times of changes. */
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
    addLargeOrganization: (given) => addLargeOrganization(world, given),
    reset() {
      store.clear();
      fill(world);
    },
  };
  world.reset();
  return world;
}

function enlarge(world: World, login: string, { organizations = 0, installations = 0, role, prefix = 'crowd' }: Crowd) {
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
