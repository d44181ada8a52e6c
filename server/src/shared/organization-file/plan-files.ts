import type { PlanFilesAnswer } from '@orgdesk/contract';
import { ORGANIZATION_PLAN_STEPS_MAX } from '@orgdesk/contract/limits';
import { foldLogin } from '../../domain/account.ts';
import { ORGANIZATION_FILE } from '../../domain/limits/people.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { ExactAccessHost, FoundRepository } from '../../ports/code-host/access/exact-access.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { HostAccount } from '../../ports/code-host/invitations.ts';
import type { OrganizationRequest } from '../../ports/code-host/people.ts';
import type { HostRefusal, HostResult } from '../../ports/code-host/refusals.ts';
import { filesHash, type PlanSeals } from '../../security/plan-seal.ts';
import type { Owner } from '../sessions/live-rights.ts';
import { mergeFiles } from './desired.ts';
import { withoutEnterpriseTeams } from './enterprise-teams.ts';
import type { NamedText, UnplacedProblem } from './files/check-files.ts';
import { checkFiles, inWorker } from './files/in-worker.ts';
import { type FindRenamedDeps, findRenamed } from './find-renamed.ts';
import { keyHints } from './key-hints.ts';
import { loginsToFind, missingNames } from './missing-names.ts';
import { dangersOf, needsAdministration, planSteps } from './plan-steps.ts';
import { withPrerequisites } from './prerequisites.ts';
import { type CurrentOrganization, readOrganization } from './read-organization.ts';
import {
  foldRepository,
  missingRepositories,
  type Repositories,
  repositoriesToFind,
  repositoriesWithAccess,
} from './repository-names.ts';
import { leaveOutUnmanaged } from './unmanaged-access.ts';

export interface PlanFilesDeps extends FindRenamedDeps {
  readonly readingHost: () => Parameters<typeof readOrganization>[0];
  readonly codeHost: Pick<CodeHost, 'accountsOf' | 'accountOf' | 'installationOn'> & ExactAccessHost;
  readonly seals: Pick<PlanSeals, 'seal'>;
}

export type PlanFilesRefusal = HostRefusal | { readonly kind: 'too-many-steps' };

/** Compares files with the organization as it is now. */
export function createPlanFiles({ readingHost, codeHost, seals, auditTrail, clock }: PlanFilesDeps) {
  return async (
    owner: Owner,
    texts: readonly NamedText[],
    end: AbortSignal,
  ): Promise<Result<PlanFilesAnswer, PlanFilesRefusal>> => {
    const { files, ...checked } = await checkFiles(texts, owner.organization);
    if (checked.problems.length > 0) return ok({ plan: null, ...checked, hints: [] });
    const merged = mergeFiles(files);
    const current = await readOrganization(readingHost(), owner, merged.sections, end);
    if (!current.ok) return current;
    const { desired, ...ofEnterprise } = withoutEnterpriseTeams(merged, current.value);
    const logins = loginsToFind(desired, current.value);
    if (logins.length > ORGANIZATION_PLAN_STEPS_MAX) return refuse({ kind: 'too-many-steps' });
    const renamed = await findRenamed({ auditTrail, clock }, current.value, logins);
    const accounts = await findAccounts(owner, logins);
    if (!accounts.ok) return accounts;
    const proven = repositoriesWithAccess(current.value);
    const names = repositoriesToFind(desired, proven);
    if (names.length > ORGANIZATION_PLAN_STEPS_MAX) return refuse({ kind: 'too-many-steps' });
    const found = await findRepositories(requestOf(owner, end), names);
    if (!found.ok) return found;
    const repositories = new Map([...proven, ...found.value]);
    const covered = found.value.size === names.length ? ok(true) : await coversAll(owner);
    if (!covered.ok) return covered;
    const missing = missingNames(desired, current.value, { accounts: accounts.value, renamed });
    const missingToo = missingRepositories(desired, repositories, covered.value);
    const problems = [...ofEnterprise.problems, ...missing, ...missingToo];
    if (problems.length > 0) return unplanned(texts, problems);
    const planned = planSteps(desired, current.value, {
      idOf: idIn(current.value, accounts.value),
      viewerId: owner.session.user.id,
    });
    const lacked = planned.some(needsAdministration) ? await lackedPermission(owner) : ok(null);
    if (!lacked.ok) return lacked;
    const managed = await leaveOutUnmanaged(codeHost, requestOf(owner, end), planned, {
      desired,
      current: current.value,
      repositories,
      accounts: accounts.value,
      readsInvitations: lacked.value === null,
    });
    if (!managed.ok) return managed;
    const steps = withPrerequisites(managed.value.steps).map((step) =>
      needsAdministration(step) ? { ...step, needs: lacked.value } : step,
    );
    if (steps.length > ORGANIZATION_PLAN_STEPS_MAX) return refuse({ kind: 'too-many-steps' });
    const { id, login } = current.value;
    const dangers = dangersOf(steps, current.value, owner.session.user);
    const plan = await seals.seal(
      { version: 1, organization: { id, login }, dangers, steps, files: filesHash(texts) },
      owner.session.user.id,
    );
    const unplaced = [...ofEnterprise.hints, ...keyHints(desired, current.value), ...managed.value.hints];
    const hints = unplaced.length === 0 ? [] : await inWorker('place', { texts, problems: unplaced });
    return ok({ plan, problems: [], isCut: false, hints });
  };

  async function unplanned(texts: readonly NamedText[], problems: readonly UnplacedProblem[]) {
    const { problemsMax } = ORGANIZATION_FILE;
    const shown = await inWorker('place', { texts, problems: problems.slice(0, problemsMax) });
    return ok({ plan: null, problems: shown, isCut: problems.length > problemsMax, hints: [] });
  }

  async function lackedPermission({ organization }: Owner): Promise<HostResult<string | null>> {
    const installation = await codeHost.installationOn(organization);
    if (!installation.ok) return installation;
    return ok(installation.value?.permissions.get('administration') === 'write' ? null : 'administration: write');
  }

  async function coversAll({ organization }: Owner): Promise<HostResult<boolean>> {
    const installation = await codeHost.installationOn(organization);
    return installation.ok ? ok(installation.value?.installation.repositorySelection === 'all') : installation;
  }

  async function findRepositories(
    request: OrganizationRequest,
    names: readonly string[],
  ): Promise<HostResult<Repositories>> {
    const repositories = new Map<string, FoundRepository>();
    for (let first = 0; first < names.length; first += NAMES_PER_CALL) {
      const some = names.slice(first, first + NAMES_PER_CALL);
      const found = await codeHost.repositoriesNamed(request, some);
      if (!found.ok) return found;
      for (const [index, name] of some.entries()) {
        const repository = found.value[index] ?? null;
        if (repository !== null) repositories.set(foldRepository(name), repository);
      }
    }
    return ok(repositories);
  }

  async function findAccounts(
    { session, organization, organizationId }: Owner,
    logins: readonly string[],
  ): Promise<HostResult<ReadonlyMap<string, HostAccount>>> {
    const context = { token: session.grant.accessToken, inviter: session.user.login, organization, organizationId };
    const accounts = new Map<string, HostAccount>();
    let missing = 0;
    for (let first = 0; first < logins.length; first += NAMES_PER_CALL) {
      const some = logins.slice(first, first + NAMES_PER_CALL);
      const found = await codeHost.accountsOf(context, some);
      if (!found.ok) return found;
      for (const [index, login] of some.entries()) {
        const account = found.value[index] ?? null;
        // Beyond as many problems, no more are listed.
        const isLookedUp = account === null && missing <= ORGANIZATION_FILE.problemsMax;
        const sure = isLookedUp ? await codeHost.accountOf(context, login) : ok(account);
        if (!sure.ok) return sure;
        if (sure.value === null) missing += 1;
        else accounts.set(foldLogin(login), sure.value);
      }
    }
    return ok(accounts);
  }
}

const NAMES_PER_CALL = 100;

const requestOf = ({ session, organization, organizationId }: Owner, end: AbortSignal): OrganizationRequest => ({
  token: session.grant.accessToken,
  organization,
  organizationId,
  end,
});

function idIn({ people, outside }: CurrentOrganization, accounts: ReadonlyMap<string, HostAccount>) {
  const ids = new Map([...people, ...outside].map(({ id, login }) => [foldLogin(login), id]));
  return (login: string): number | null => ids.get(foldLogin(login)) ?? accounts.get(foldLogin(login))?.id ?? null;
}
