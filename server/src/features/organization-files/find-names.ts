import { ORGANIZATION_PLAN_STEPS_MAX } from '@orgdesk/contract/limits';
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
import type { DesiredOrganization } from './desired.ts';
import type { FoundNames } from './missing-names.ts';
import type { CurrentOrganization } from './read-organization.ts';
import {
  type FoundRepositories,
  type Repositories,
  repositoriesToFind,
  repositoriesWithAccess,
} from './repository-names.ts';
import type { OrganizationFileServices } from './services.ts';

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
