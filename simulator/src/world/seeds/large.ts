import type { Access } from '../access.ts';
import type { Accounts } from '../accounts.ts';
import type { Installations } from '../installations.ts';
import type { Repositories } from '../repositories.ts';

export interface LargeOrganization {
  readonly login?: string;
  /** Must exist; default `ada`. */
  readonly owner?: string;
  readonly members?: number;
  /** Default 60; the last has no repositories, the one before no members. */
  readonly teams?: number;
  readonly repositories?: number;
  readonly outside?: number;
}

const FIRST =
  'agnes boris clara davor elena femi greta hamid irene jorge kaito lena milan nils olga pavel rania stefan'.split(' ');
const LAST =
  'adeyemi bauer castro dubois engel ferrari garcia horvat ivanov jensen kovac lindgren meyer novak okafor'.split(' ');

/**
 * Deterministic. Per hundred people, one has no second factor, one an insecure one, and six no team; one in 2,000 is an
 * owner.
 */
export function addLargeOrganization(
  world: Accounts & Repositories & Access & Installations,
  options: LargeOrganization = {},
) {
  const { login = 'titan', owner = 'ada', members = 10_000, teams = 60, repositories = 300, outside = 40 } = options;
  const organization = world.addOrganization({ login, name: `${login} (${members} people)`, plan: 'enterprise' });
  world.addMembership({ organization: login, login: owner, role: 'admin' });
  const people = [owner];
  for (let index = 1; index < members; index += 1) {
    const name = nameOf(index);
    const secondFactor = index % 100 === 33 ? 'none' : index % 100 === 66 ? 'insecure' : 'secure';
    const user = world.addUser({
      login: `${login}-${name.join('-')}-${index}`,
      name: fullName(name, index),
      secondFactor,
    });
    world.addMembership({ organization: login, login: user.login, role: index % 2_000 === 999 ? 'admin' : 'member' });
    people.push(user.login);
  }
  const names = Array.from({ length: repositories }, (_, index) => `service-${String(index + 1).padStart(3, '0')}`);
  for (const name of names) world.addRepository({ owner: login, name });
  for (let index = 0; index < teams; index += 1) {
    const inIt = people.filter((_, position) => position % 21 !== 20 && position % teams === index);
    world.addTeam({
      organization: login,
      name: `Team ${String(index + 1).padStart(2, '0')}`,
      members:
        index === teams - 2
          ? []
          : inIt.map((member, position) => ({ login: member, role: position === 0 ? 'MAINTAINER' : 'MEMBER' })),
      repositories:
        index === teams - 1 ? [] : names.filter((_, position) => position % teams === index).map((name) => ({ name })),
    });
  }
  for (let index = 0; index < outside; index += 1) {
    const user = world.addUser({
      login: `${login}-guest-${index + 1}`,
      secondFactor: index % 8 === 0 ? 'none' : 'secure',
    });
    world.setDirectAccess(
      login,
      names[(index * 7) % names.length] ?? '',
      user.login,
      index % 3 === 0 ? 'ADMIN' : 'WRITE',
    );
  }
  return { organization, installation: world.addInstallation({ account: login }) };
}

const nameOf = (index: number) =>
  [FIRST[index % FIRST.length], LAST[Math.floor(index / FIRST.length) % LAST.length]] as const;

const fullName = (name: readonly (string | undefined)[], index: number) =>
  index % 9 === 4 ? null : name.map((part = '') => part.charAt(0).toUpperCase() + part.slice(1)).join(' ');
