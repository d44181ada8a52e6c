import type { CodeHost } from '../../../code-host/code-host.ts';
import { foldLogin } from '../../../domain/account.ts';
import type { HostRefusal, HostResult } from '../../../domain/host-refusal.ts';
import { ROW_STATES, type RowState } from '../../../domain/job.ts';
import type { PlanStep } from '../../../domain/organization-plan.ts';
import type { Runner } from '../../../jobs/runner.ts';
import type { JobRecord, JobRow, JobStore, SettledRow } from '../../../jobs/store/types.ts';
import { ok, type Result } from '../../../lib/result.ts';

export interface ResolvedStep {
  readonly resolved: PlanStep;
}

const UNMADE: readonly RowState[] = ['refused', 'changed-since', 'not-found', 'failed', 'cancelled'];
const PAGE = 100;

const REFUSED: SettledRow = { outcome: 'refused', words: null, invitationId: null, audit: 'refused' };
export const CHANGED_SINCE: SettledRow = { ...REFUSED, outcome: 'changed-since' };

/** Returns a step with the IDs of teams that earlier steps created, or the outcome if one of these was not made. */
export async function resolveStep(
  codeHost: CodeHost,
  jobs: JobStore,
  runner: Runner,
  row: JobRow,
  job: JobRecord,
): Promise<Result<ResolvedStep | SettledRow, HostRefusal>> {
  const step = stepOf(row);
  const earlier = await earlierRows(jobs, step, job);
  const unmade = earlier.find(({ state }) => UNMADE.includes(state)) ?? (await unmadeTeam(jobs, step, row, job));
  if (unmade !== null) return ok({ ...REFUSED, words: notMade(stepOf(unmade)) });
  const created = earlier.map(stepOf).filter(({ kind }) => kind === 'create-team');
  const idOf = async (slug: string) => {
    const made = created.find(({ team }) => foldLogin(team ?? '') === foldLogin(slug));
    // Steps stored by older versions have slugs only.
    return made === undefined ? idOfSlug(codeHost, runner, slug) : ok(made.teamId);
  };
  const { team, teamId, kind, to } = step;
  const isNamed = team !== null && teamId === null && kind !== 'create-team';
  const found = isNamed ? await idOf(team) : ok(teamId);
  const parent = to?.parent != null && to.parentId == null ? await idOf(to.parent) : null;
  if (!found.ok) return found;
  if (parent?.ok === false) return parent;
  if ((isNamed && found.value === null) || parent?.value === null) return ok(CHANGED_SINCE);
  return ok({
    resolved: {
      ...step,
      teamId: found.value,
      ...(parent !== null && { to: { ...to, parentId: String(parent.value) } }),
    },
  });
}

async function idOfSlug(codeHost: CodeHost, runner: Runner, slug: string): Promise<HostResult<number | null>> {
  const found = await codeHost.teamBySlug(runner, slug);
  return found.ok ? ok(found.value?.id ?? null) : found;
}

async function earlierRows(jobs: JobStore, { after }: PlanStep, job: JobRecord): Promise<readonly JobRow[]> {
  const rows: JobRow[] = [];
  for (const index of after) rows.push(...(await jobs.rows(job, { after: index, limit: 1, states: ROW_STATES })));
  return rows;
}

/** A team that is deleted may have been meant to live on in one that was not created or renamed. */
async function unmadeTeam(
  jobs: JobStore,
  { kind }: PlanStep,
  { place }: JobRow,
  job: JobRecord,
): Promise<JobRow | null> {
  if (kind !== 'delete-team') return null;
  for (let after = 0; ; ) {
    const rows = await jobs.rows(job, { after, limit: PAGE, states: UNMADE });
    const found = rows.find((each) => each.place < place && givesName(stepOf(each)));
    const last = rows.at(-1);
    if (found !== undefined || last === undefined || last.place > place) return found ?? null;
    after = last.place;
  }
}

const givesName = ({ kind, to }: PlanStep): boolean =>
  kind === 'create-team' || (kind === 'edit-team' && to?.name != null);

export function stepOf({ step, place }: JobRow): PlanStep {
  if (step === null) throw new Error(`row ${place} of a plan has no step`);
  return step;
}

/** The step that this is about is not made either. */
function notMade({ kind, login, team }: PlanStep): string {
  switch (kind) {
    case 'create-team':
      return `Not made, because the team "${team}" could not be created.`;
    case 'delete-team':
      return `Not made, because the team "${team}" could not be deleted.`;
    case 'edit-team':
      return `Not made, because the team "${team}" could not be changed.`;
    case 'invite-person':
      return `Not made, because "${login}" could not be invited.`;
    default:
      return `Not made, because "${login}" could not be added.`;
  }
}
