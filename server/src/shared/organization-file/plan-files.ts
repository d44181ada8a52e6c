import type { PlanFilesAnswer } from '@orgdesk/contract';
import { ORGANIZATION_PLAN_STEPS_MAX } from '@orgdesk/contract/limits';
import { foldLogin } from '../../domain/account.ts';
import { ORGANIZATION_FILE } from '../../domain/limits/people.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { HostAccount } from '../../ports/code-host/invitations.ts';
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
import { type PlanBasisDeps, readBasis } from './plan-basis.ts';
import { dangersOf, needsAdministration, planSteps } from './plan-steps.ts';
import { type CurrentOrganization, readOrganization } from './read-organization.ts';

export interface PlanFilesDeps extends FindRenamedDeps, PlanBasisDeps {
  readonly readingHost: () => Parameters<typeof readOrganization>[0];
  readonly codeHost: Pick<CodeHost, 'accountsOf' | 'accountOf' | 'installationOn'>;
  readonly seals: Pick<PlanSeals, 'seal'>;
}

export type PlanFilesRefusal = HostRefusal | { readonly kind: 'too-many-steps' };

/** Compares files with the organization as it is now. */
export function createPlanFiles({ readingHost, codeHost, seals, auditTrail, clock, ...deps }: PlanFilesDeps) {
  return async (
    owner: Owner,
    texts: readonly NamedText[],
    end: AbortSignal,
    isKept = true,
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
    const missing = missingNames(desired, current.value, { accounts: accounts.value, renamed });
    const problems = [...ofEnterprise.problems, ...missing];
    if (problems.length > 0) return unplanned(texts, problems);
    const idOf = idIn(current.value, accounts.value);
    const planned = planSteps(desired, current.value, {
      idOf,
      viewerId: owner.session.user.id,
    });
    const lacked = planned.some(needsAdministration) ? await lackedPermission(owner) : ok(null);
    if (!lacked.ok) return lacked;
    const steps = planned.map((step) => (needsAdministration(step) ? { ...step, needs: lacked.value } : step));
    if (steps.length > ORGANIZATION_PLAN_STEPS_MAX) return refuse({ kind: 'too-many-steps' });
    const { id, login } = current.value;
    const { basis, ...found } = await readBasis(deps, id, desired, idOf);
    const dangers = dangersOf(steps, current.value, {
      ...found,
      viewerId: owner.session.user.id,
      ownerRules: basis.ownerRules,
      ...(!isKept && { loosened: [] }),
    });
    const plan = await seals.seal(
      { version: 1, organization: { id, login }, dangers, steps, files: isKept ? filesHash(texts) : '', basis },
      owner.session.user.id,
    );
    const hinted = [...ofEnterprise.hints, ...keyHints(desired, current.value)];
    const hints = hinted.length === 0 ? [] : await inWorker('place', { texts, problems: hinted });
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

  async function findAccounts(
    { session, organization, organizationId }: Owner,
    logins: readonly string[],
  ): Promise<HostResult<ReadonlyMap<string, HostAccount>>> {
    const context = { token: session.grant.accessToken, inviter: session.user.login, organization, organizationId };
    const accounts = new Map<string, HostAccount>();
    let missing = 0;
    for (let first = 0; first < logins.length; first += ACCOUNTS_PER_CALL) {
      const some = logins.slice(first, first + ACCOUNTS_PER_CALL);
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

const ACCOUNTS_PER_CALL = 100;

function idIn({ people, outside }: CurrentOrganization, accounts: ReadonlyMap<string, HostAccount>) {
  const ids = new Map([...people, ...outside].map(({ id, login }) => [foldLogin(login), id]));
  return (login: string): number | null => ids.get(foldLogin(login)) ?? accounts.get(foldLogin(login))?.id ?? null;
}
