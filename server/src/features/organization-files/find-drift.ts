import type { DriftAnswer, DriftCause, PlanStep } from '@orgdesk/contract';
import type { AuditRecord } from '../../audit/store/types.ts';
import { foldLogin } from '../../domain/account.ts';
import { DRIFT_ENTRIES } from '../../lib/limits/people.ts';
import { ok, type Result } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import type { FindNamesRefusal } from './find-names.ts';
import { planFiles } from './plan-files.ts';
import type { OrganizationFileServices } from './services.ts';

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
