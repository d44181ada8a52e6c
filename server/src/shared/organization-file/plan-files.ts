import type { PlanFilesAnswer } from '@orgdesk/contract';
import { ORGANIZATION_PLAN_STEPS_MAX } from '@orgdesk/contract/limits';
import type { NamedText, UnplacedProblem } from '@orgdesk/organization-files/check-files';
import { foldLogin } from '../../domain/account.ts';
import { ORGANIZATION_FILE } from '../../domain/limits/people.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { ExactAccessHost } from '../../ports/code-host/access/exact-access.ts';
import type { HostAccount } from '../../ports/code-host/invitations.ts';
import { filesHash, type PlanSeals } from '../../security/plan-seal.ts';
import type { Owner } from '../sessions/live-rights.ts';
import { mergeFiles } from './desired.ts';
import { withoutEnterpriseTeams } from './enterprise-teams.ts';
import { checkFiles, inWorker } from './files/in-worker.ts';
import { createFindNames, type FindNamesDeps, type FindNamesRefusal, requestOf } from './find-names.ts';
import { keyHints } from './key-hints.ts';
import { missingNames } from './missing-names.ts';
import { type PlanBasisDeps, readBasis } from './plan-basis.ts';
import { dangersOf, needsAdministration, planSteps } from './plan-steps.ts';
import { withPrerequisites } from './prerequisites.ts';
import { type CurrentOrganization, readOrganization } from './read-organization.ts';
import { missingRepositories } from './repository-names.ts';
import { planManaged } from './unmanaged-access.ts';

export interface PlanFilesDeps extends FindNamesDeps, PlanBasisDeps {
  readonly readingHost: () => Parameters<typeof readOrganization>[0];
  readonly codeHost: FindNamesDeps['codeHost'] & ExactAccessHost;
  readonly seals: Pick<PlanSeals, 'seal'>;
}

export type PlanFilesRefusal = FindNamesRefusal;

/** Compares files with the organization as it is now. */
export function createPlanFiles({ readingHost, seals, ...deps }: PlanFilesDeps) {
  const { codeHost } = deps;
  const findNames = createFindNames(deps);
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
    const names = await findNames(owner, desired, current.value, end);
    if (!names.ok) return names;
    const missing = missingNames(desired, current.value, names.value);
    const problems = [...ofEnterprise.problems, ...missing, ...missingRepositories(desired, names.value)];
    if (problems.length > 0) return unplanned(texts, problems);
    const idOf = idIn(current.value, names.value.accounts);
    const managed = await planManaged(
      codeHost,
      requestOf(owner, end),
      (unmanaged) => planSteps(desired, current.value, { idOf, viewerId: owner.session.user.id, unmanaged }),
      { desired, current: current.value, ...names.value },
    );
    if (!managed.ok) return managed;
    const steps = withPrerequisites(managed.value.steps).map((step) =>
      needsAdministration(step) ? { ...step, needs: managed.value.lacked } : step,
    );
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
    const unplaced = [...ofEnterprise.hints, ...keyHints(desired, current.value), ...managed.value.hints];
    const hints = unplaced.length === 0 ? [] : await inWorker('place', { texts, problems: unplaced });
    return ok({ plan, problems: [], isCut: false, hints });
  };

  async function unplanned(texts: readonly NamedText[], problems: readonly UnplacedProblem[]) {
    const { problemsMax } = ORGANIZATION_FILE;
    const shown = await inWorker('place', { texts, problems: problems.slice(0, problemsMax) });
    return ok({ plan: null, problems: shown, isCut: problems.length > problemsMax, hints: [] });
  }
}

export function idIn({ people, outside }: CurrentOrganization, accounts: ReadonlyMap<string, HostAccount>) {
  const ids = new Map([...people, ...outside].map(({ id, login }) => [foldLogin(login), id]));
  return (login: string): number | null => ids.get(foldLogin(login)) ?? accounts.get(foldLogin(login))?.id ?? null;
}
