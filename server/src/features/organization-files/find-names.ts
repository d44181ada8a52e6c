import { ORGANIZATION_PLAN_STEPS_MAX } from '@orgdesk/contract/limits';
import { nearestNames } from '@orgdesk/contract/nearest-name';
import { foldTeamName } from '@orgdesk/contract/team-name';
import type { UnlocatedProblem } from '@orgdesk/organization-files/check-files';
import type { CodeHost } from '../../code-host/code-host.ts';
import { readAccount, readAccounts } from '../../code-host/people/accounts.ts';
import { type FoundRepository, readRepositoriesNamed } from '../../code-host/people/exact-access.ts';
import type { HostAccount, OrganizationRequest } from '../../code-host/people/types.ts';
import { foldLogin } from '../../domain/account.ts';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import { ORGANIZATION_FILE } from '../../lib/limits/people.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { foldRepository } from '../../lib/texts.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import type { DesiredOrganization, FileLocation } from './desired.ts';
import { matchTeams, nameAfter } from './match-teams.ts';
import type { CurrentOrganization } from './read-organization.ts';
import {
  type FoundRepositories,
  type Repositories,
  repositoriesToFind,
  repositoriesWithAccess,
} from './repository-names.ts';
import type { OrganizationFileServices } from './store.ts';

export type FindNamesRefusal = HostRefusal | { readonly kind: 'too-many-steps' };

/** Looks up people and repositories of the files that the organization does not show. Refused unless all could be. */
export async function findNames(
  services: OrganizationFileServices,
  owner: Owner,
  desired: DesiredOrganization,
  current: CurrentOrganization,
  end: AbortSignal,
): Promise<Result<FoundNames & FoundRepositories, FindNamesRefusal>> {
  const { codeHost } = services;
  const logins = loginsToFind(desired, current);
  const proven = repositoriesWithAccess(current);
  const names = repositoriesToFind(desired, proven);
  if (Math.max(logins.length, names.length) > ORGANIZATION_PLAN_STEPS_MAX) return refuse({ kind: 'too-many-steps' });
  const renamed = await findRenamed(services, current, logins);
  const accounts = await findAccounts(codeHost, owner, logins);
  if (!accounts.ok) return accounts;
  const found = await findRepositories(codeHost, owner, names, end);
  if (!found.ok) return found;
  const coversAll = found.value.size === names.length ? ok(true) : await coversAllNow(codeHost, owner);
  if (!coversAll.ok) return coversAll;
  const repositories = new Map([...proven, ...found.value]);
  return ok({ accounts: accounts.value, renamed, repositories, coversAll: coversAll.value });
}

async function coversAllNow(codeHost: CodeHost, { organization }: Owner): Promise<HostResult<boolean>> {
  const installation = await codeHost.installationOn(organization);
  return installation.ok ? ok(installation.value?.installation.repositorySelection === 'all') : installation;
}

async function findRepositories(
  codeHost: CodeHost,
  owner: Owner,
  names: readonly string[],
  end: AbortSignal,
): Promise<HostResult<Repositories>> {
  const repositories = new Map<string, FoundRepository>();
  for (const some of inBatches(names)) {
    const request = requestOf(owner, end);
    const found = await readRepositoriesNamed(codeHost.as(request), request, some);
    if (!found.ok) return found;
    for (const [index, name] of some.entries()) {
      const repository = found.value[index] ?? null;
      if (repository !== null) repositories.set(foldRepository(name), repository);
    }
  }
  return ok(repositories);
}

async function findAccounts(
  codeHost: CodeHost,
  { session, organization, organizationId }: Owner,
  logins: readonly string[],
): Promise<HostResult<ReadonlyMap<string, HostAccount>>> {
  const context = { token: session.grant.accessToken, inviter: session.user.login, organization, organizationId };
  const accounts = new Map<string, HostAccount>();
  let missing = 0;
  for (const some of inBatches(logins)) {
    const found = await readAccounts(codeHost.as(context), context, some);
    if (!found.ok) return found;
    for (const [index, login] of some.entries()) {
      const account = found.value[index] ?? null;
      // Beyond as many problems, no more are listed.
      const isLookedUp = account === null && missing <= ORGANIZATION_FILE.problemsMax;
      const sure = isLookedUp ? await readAccount(codeHost.as(context), context, login) : ok(account);
      if (!sure.ok) return sure;
      if (sure.value === null) missing += 1;
      else accounts.set(foldLogin(login), sure.value);
    }
  }
  return ok(accounts);
}

const NAMES_PER_CALL = 100;

function* inBatches(names: readonly string[]): Generator<readonly string[]> {
  for (let first = 0; first < names.length; first += NAMES_PER_CALL) yield names.slice(first, first + NAMES_PER_CALL);
}

export const requestOf = ({ session, organization, organizationId }: Owner, end: AbortSignal): OrganizationRequest => ({
  token: session.grant.accessToken,
  organization,
  organizationId,
  end,
});

const CHECKED_MAX = 50;

/** Returns the present logins of members by folded former login: whoever has that by now is somebody else. */
async function findRenamed(
  { runtime, audit }: OrganizationFileServices,
  { id: organizationId, people }: Pick<CurrentOrganization, 'id' | 'people'>,
  logins: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const byId = new Map(people.map(({ id, login }) => [id, login]));
  const renamed = new Map<string, string>();
  for (const login of logins.slice(0, CHECKED_MAX)) {
    const [entry] = await audit.trail.read({ organizationId, target: login, limit: 1 }, runtime.clock.now());
    const now = byId.get(entry?.target?.kind === 'person' ? (entry.target.id ?? 0) : 0);
    if (now !== undefined) renamed.set(foldLogin(login), now);
  }
  return renamed;
}

/** Returns logins that the organization does not have. */
export function loginsToFind(desired: DesiredOrganization, current: CurrentOrganization): readonly string[] {
  const members = new Set(current.people.map(({ login }) => foldLogin(login)));
  const outside = new Set(current.outside.map(({ login }) => foldLogin(login)));
  const named = [
    ...desired.people.values(),
    ...desired.requiredOwners.values(),
    ...[...desired.outside.values()].filter(({ login }) => !outside.has(foldLogin(login))),
    ...[...desired.teams.values()].flatMap(({ maintainers = [], members = [] }) =>
      [...maintainers, ...members].map((login) => ({ login })),
    ),
  ];
  const missing = named.filter(({ login }) => !members.has(foldLogin(login)));
  return [...new Map(missing.map(({ login }) => [foldLogin(login), login])).values()];
}

export interface FoundNames {
  readonly accounts: ReadonlyMap<string, HostAccount>;
  /** Present logins of members who were renamed, by folded former login. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Finds names in the files that the organization or the code host does not have. */
export function missingNames(
  desired: DesiredOrganization,
  current: CurrentOrganization,
  { accounts, renamed }: FoundNames,
): readonly UnlocatedProblem[] {
  const problems: UnlocatedProblem[] = [];
  const add = ({ file, path }: FileLocation, message: string, nearest: () => string | null = () => null) => {
    if (problems.length <= ORGANIZATION_FILE.problemsMax) problems.push({ file, path, message, nearest: nearest() });
  };
  const members = new Map(current.people.map((person) => [foldLogin(person.login), person]));
  const joining = new Set([...desired.people.keys(), ...current.invited.map(({ login }) => foldLogin(login))]);
  const outside = new Set(current.outside.map(({ login }) => foldLogin(login)));

  const checkAccount = (key: string, login: string, location: FileLocation): boolean => {
    const now = renamed.get(key);
    if (now !== undefined) {
      add(location, `"${login}" is now "${now}".`, () => now);
      return false;
    }
    const account = accounts.get(key);
    if (account === undefined) add(location, `No account has the login "${login}".`, () => nearestLogin(login));
    else if (!account.isPerson) add(location, `"${login}" is not a person.`);
    else if (account.isSuspended) add(location, `The account "${login}" is suspended.`);
    else if (account.barrier !== null) add(location, BARRIERS[account.barrier](login));
    else return true;
    return false;
  };
  const nearestLogin = nearestNames(current.people.slice(0, NEAREST_MAX).map((person) => person.login));

  for (const [key, { login, location }] of [...desired.people, ...desired.requiredOwners])
    if (!members.has(key)) checkAccount(key, login, location);
  for (const [key, { login, location }] of desired.outside)
    if (!outside.has(key) && !members.has(key)) checkAccount(key, login, location);
  const matches = matchTeams(desired.teams, current.teams);
  const slugs = new Set([...desired.teams.keys(), ...current.teams.map(({ slug }) => foldLogin(slug))]);
  const nearestTeam = nearestNames([...slugs].slice(0, NEAREST_MAX));
  const present = [...matches.byKey.values()].filter(({ desired: team, current: found }) => found && !team.absent);
  const keyOfName = new Map(present.map((match) => [foldTeamName(nameAfter(match)), match.desired.key]));
  for (const match of matches.byKey.values()) {
    const { desired: team, current: found } = match;
    if (team.absent) continue;
    const { file, path } = team.location;
    const other = found === null ? keyOfName.get(foldTeamName(nameAfter(match))) : undefined;
    if (other !== undefined) add(team.location, `"${team.key}" is the same team as "${other}".`, () => other);
    if (team.parent !== undefined && team.parent !== null && matches.find(team.parent) === null)
      add({ file, path: [...path, 'parent'] }, `There is no team "${team.parent}".`, () =>
        nearestTeam(team.parent ?? ''),
      );
    const privacy = team.privacy ?? found?.privacy ?? 'closed';
    const hasParent = team.parent === undefined ? (found?.parentId ?? null) !== null : team.parent !== null;
    if (privacy === 'secret' && hasParent)
      add({ file, path: [...path, 'privacy'] }, `"${team.key}" has a parent, so it cannot be secret.`);
    for (const list of ['maintainers', 'members'] as const) {
      for (const [index, login] of (team[list] ?? []).entries()) {
        const key = foldLogin(login);
        const location = { file, path: [...path, list, index] };
        if (joining.has(key) || (members.has(key) && !leaves(key))) continue;
        if (members.has(key)) add(location, `"${login}" is in a team, but not in people.`);
        else if (checkAccount(key, login, location))
          add(location, `"${login}" is not in the organization: add them to people.`);
      }
    }
  }
  return problems;

  function leaves(key: string): boolean {
    const role = members.get(key)?.role ?? 'member';
    return desired.exact.has('people') && desired.listedRoles.has(role) && !desired.people.has(key);
  }
}

const NEAREST_MAX = 500;

const BARRIERS: Readonly<Record<NonNullable<HostAccount['barrier']>, (login: string) => string>> = {
  managed: (login) => `Only its own enterprise can add the managed account "${login}".`,
  'not-managed': (login) => `"${login}" is no managed account, so this organization cannot add it.`,
};
