import type { DriftAnswer, DriftCause, PlanFilesAnswer, PlanStep } from '@orgdesk/contract';
import { ORGANIZATION_PLAN_STEPS_MAX } from '@orgdesk/contract/limits';
import type { NamedText, UnlocatedProblem } from '@orgdesk/organization-files/check-files';
import type { Stopped } from '@orgdesk/organization-files/thread/thread';
import type { AuditRecord } from '../../audit/store/types.ts';
import { foldLogin } from '../../domain/account.ts';
import { DRIFT_ENTRIES, ORGANIZATION_FILE } from '../../lib/limits/people.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { mergeFiles } from './desired.ts';
import { type FindNamesRefusal, findNames } from './find-names.ts';
import { checkFiles, type FileRequest, inWorker, orOutOfTime, orProblem, type TooManyFiles } from './in-worker.ts';
import { withoutEnterpriseTeams } from './match-teams.ts';
import { filesHash, readBasis, sealPlan } from './plan-seal.ts';
import { idIn, needsAdministration } from './plan-steps.ts';
import { readOrganization } from './read-organization.ts';
import type { OrganizationFileServices } from './services.ts';
import { planManaged } from './unmanaged-access.ts';

/** Compares files with the organization as it is now. Whatever files can make expensive is done in a worker. */
export async function planFiles(
  services: OrganizationFileServices,
  owner: Owner,
  texts: readonly NamedText[],
  end: AbortSignal,
  isKept = true,
): Promise<Result<PlanFilesAnswer, FindNamesRefusal>> {
  const planned = orOutOfTime(await plan(services, owner, texts, end, isKept));
  return orProblem<PlanFilesAnswer, FindNamesRefusal>(texts, planned, (problem) => ({
    plan: null,
    problems: [problem],
    isCut: false,
    hints: [],
  }));
}

async function plan(
  services: OrganizationFileServices,
  owner: Owner,
  texts: readonly NamedText[],
  end: AbortSignal,
  isKept: boolean,
): Promise<Result<PlanFilesAnswer, FindNamesRefusal | Stopped | TooManyFiles>> {
  const { runtime, codeHost, signing } = services;
  const viewerId = owner.session.user.id;
  const request = { person: viewerId, end, isAdmitted: true };
  const read = await checkFiles(request, texts, owner.organization);
  if (!read.ok) return read;
  const { files, ...checked } = read.value;
  if (checked.problems.length > 0) return ok({ plan: null, ...checked, hints: [] });
  const merged = mergeFiles(files);
  const current = await readOrganization(codeHost, owner, merged.sections, end);
  if (!current.ok) return current;
  const { desired, ...ofEnterprise } = withoutEnterpriseTeams(merged, current.value);
  const names = await findNames(services, owner, desired, current.value, end);
  if (!names.ok) return names;
  const missing = await inWorker(request, 'names', { desired, current: current.value, names: names.value });
  if (!missing.ok) return missing;
  const problems = [...ofEnterprise.problems, ...missing.value];
  if (problems.length > 0) return unplanned(request, texts, problems);
  const idOf = idIn(current.value, names.value.accounts);
  const managed = await planManaged(codeHost, owner, request, { desired, current: current.value, ...names.value });
  if (!managed.ok) return managed;
  const managedSteps = managed.value.steps.map((step) =>
    needsAdministration(step) ? { ...step, needs: managed.value.lacked } : step,
  );
  if (managedSteps.length > ORGANIZATION_PLAN_STEPS_MAX) return refuse({ kind: 'too-many-steps' });
  const { id, login } = current.value;
  const { basis, ...found } = await readBasis(services, id, desired, idOf);
  const judged = await inWorker(request, 'judge', {
    steps: managedSteps,
    desired: { teams: desired.teams },
    current: current.value,
    facts: { ...found, viewerId, ownerRules: basis.ownerRules, ...(!isKept && { loosened: [] }) },
  });
  if (!judged.ok) return judged;
  const { steps, dangers } = judged.value;
  const sealed = await sealPlan(
    runtime,
    signing,
    { version: 1, organization: { id, login }, dangers, steps, files: isKept ? filesHash(texts) : '', basis },
    viewerId,
  );
  const unlocated = [...ofEnterprise.hints, ...judged.value.hints, ...managed.value.hints];
  const hints = unlocated.length === 0 ? ok([]) : await inWorker(request, 'locate', { texts, problems: unlocated });
  return hints.ok ? ok({ plan: sealed, problems: [], isCut: false, hints: hints.value }) : hints;
}

async function unplanned(request: FileRequest, texts: readonly NamedText[], problems: readonly UnlocatedProblem[]) {
  const { problemsMax } = ORGANIZATION_FILE;
  const shown = await inWorker(request, 'locate', { texts, problems: problems.slice(0, problemsMax) });
  if (!shown.ok) return shown;
  return ok({ plan: null, problems: shown.value, isCut: problems.length > problemsMax, hints: [] });
}

/** Plans the files applied last again, and finds who changed what they say. */
export async function findDrift(
  services: OrganizationFileServices,
  owner: Owner,
  end: AbortSignal,
): Promise<Result<DriftAnswer, FindNamesRefusal>> {
  const { runtime, audit, appliedFiles } = services;
  const { organizationId } = owner;
  const applied = await appliedFiles.find(organizationId);
  if (applied === null) return ok({ applied, plan: null, problems: [], isCut: false, hints: [], causes: [] });
  const planned = await planFiles(services, owner, applied.files, end);
  if (!planned.ok) return planned;
  const steps = planned.value.plan?.steps ?? [];
  const selection = { organizationId, since: applied.at, limit: DRIFT_ENTRIES };
  const entries = steps.length === 0 ? [] : await audit.trail.read(selection, runtime.clock.now());
  const { files, hash, at, by } = applied;
  return ok({
    applied: { at: at.toISOString(), by: by.login, hash, files: [...files] },
    ...planned.value,
    causes: steps.flatMap((step, index) => causeOf(step, index, entries)),
  });
}

/** Entries are newest first. */
function causeOf(step: PlanStep, index: number, entries: readonly AuditRecord[]): readonly DriftCause[] {
  const entry = entries.find((each) => each.outcome === 'done' && isAbout(each, step));
  if (entry === undefined) return [];
  const { number, at, actor, action } = entry;
  return [{ step: index, entry: number, at: at.toISOString(), actor: actor?.login ?? null, action }];
}

function isAbout({ target, before, after }: AuditRecord, { login, team, repository }: PlanStep): boolean {
  const isNamed = (wanted: string | null, found: unknown) =>
    wanted === null || (typeof found === 'string' && foldLogin(found) === foldLogin(wanted));
  if (login === null) return isNamed(team, target?.name) && isNamed(repository, after.repository ?? before.repository);
  return (
    isNamed(login, target?.name) &&
    isNamed(team, after.team ?? before.team) &&
    isNamed(repository, after.repository ?? before.repository)
  );
}
