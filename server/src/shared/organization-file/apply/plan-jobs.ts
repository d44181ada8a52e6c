import { isJoining } from '../../../domain/organization-plan.ts';
import { loosenedRules, NO_OWNER_RULES } from '../../../domain/owner-rules.ts';
import { endsOwnership, type PeopleChange } from '../../../domain/people-change.ts';
import { ok } from '../../../domain/result.ts';
import { hostWords } from '../../../ports/code-host/refusals.ts';
import type { JobRecord, JobRow, SettledRow } from '../../../ports/storage/jobs.ts';
import { createLookUp } from '../../invitation-jobs/look-up.ts';
import { createPrepareRow, type PrepareRowDeps } from '../../invitation-jobs/prepare-row.ts';
import type { WorkOfKind } from '../../jobs/advance.ts';
import { isOwnerNow } from '../../jobs/owner-now.ts';
import { createRowSteps, type PreparedRow, type RowStepsDeps, type RowWork } from '../../jobs/row-steps.ts';
import type { Runner } from '../../jobs/runner.ts';
import { createPeopleWork, type PeopleChangesDeps } from '../../people-changes/people-changes.ts';
import { type PlanBasisDeps, readRules, STRICTER_RULES } from '../plan-basis.ts';
import { CHANGED_SINCE, stepOf } from './resolve-step.ts';
import { createTeamSteps, hashIn, type TeamStepsDeps } from './team-steps.ts';

export interface PlanJobsDeps extends Omit<RowStepsDeps, 'work' | 'codeHost' | 'jobs'>, PlanBasisDeps {
  readonly codeHost: RowStepsDeps['codeHost'] &
    PrepareRowDeps['codeHost'] &
    Parameters<typeof createLookUp>[0] &
    PeopleChangesDeps['codeHost'] &
    TeamStepsDeps['codeHost'];
  readonly jobs: RowStepsDeps['jobs'] & PrepareRowDeps['jobs'];
  readonly liveRights: PeopleChangesDeps['liveRights'];
  readonly audited: TeamStepsDeps['audited'];
}

/** Applies plans. A step runs only if what it changes still is as the plan saw it. */
export function createPlanJobs(deps: PlanJobsDeps): WorkOfKind {
  const people = createPeopleWork(deps);
  const invitations = { prepare: createPrepareRow(deps), lookUp: createLookUp(deps.codeHost) };
  const teams = createTeamSteps(deps);
  const refusedAlone = createRefusedAlone(deps.codeHost);

  const workOn = (row: JobRow): Pick<RowWork, 'prepare' | 'lookUp'> => {
    const { kind } = stepOf(row);
    if (isJoining(kind)) return invitations;
    return kind === 'set-role' || kind === 'remove-person' ? people : teams;
  };
  /** The job may have waited, and the rules that its plan was confirmed against may hold no longer. */
  const areStricter = async ({ organizationId, plan }: JobRecord): Promise<boolean> => {
    const judgedBy = plan !== null && 'hash' in plan ? plan.ownerRules : undefined;
    const { rules } = await readRules(deps, organizationId);
    return loosenedRules(rules, judgedBy ?? NO_OWNER_RULES).length > 0;
  };
  const work: RowWork = {
    async prepare(runner, row, job) {
      const prepared = await workOn(row).prepare(runner, row, jobFor(row, job));
      if (!prepared.ok || 'outcome' in prepared.value) return prepared;
      const { intended, send } = prepared.value;
      // Somebody else may have the login now.
      if (intended.target?.id !== row.userId && row.userId !== null) return ok(CHANGED_SINCE);
      if (takesOwnership(row) && (await areStricter(job))) return ok(STRICTER);
      return ok({
        intended: { ...intended, after: { ...intended.after, plan: hashIn(job) } },
        send: isJoining(stepOf(row).kind) ? async () => refusedAlone(runner, await send()) : send,
      });
    },
    lookUp: (runner, row, job) => workOn(row).lookUp(runner, row, jobFor(row, job)),
    trailOf: () => 'refused',
    words: people.words,
  };
  return {
    kind: 'organization-file',
    failuresMax: null,
    rejectionsMax: 1,
    endsByFailing: false,
    step: createRowSteps({ ...deps, work }),
  };
}

const STRICTER: SettledRow = { outcome: 'refused', words: STRICTER_RULES, invitationId: null, audit: 'refused' };

/** In a batch of invitations, the first refusal stops all. In a plan, others go on while the person is an owner. */
function createRefusedAlone(codeHost: PlanJobsDeps['codeHost']) {
  return async (runner: Runner, sent: Awaited<ReturnType<PreparedRow['send']>>): ReturnType<PreparedRow['send']> => {
    if (sent.ok || !('kind' in sent.refusal)) return sent;
    if (sent.refusal.kind !== 'rejected' && sent.refusal.kind !== 'missing') return sent;
    const isOwner = await isOwnerNow(codeHost, runner);
    if (!isOwner.ok || !isOwner.value) return sent;
    return ok({ outcome: 'refused', words: hostWords(sent.refusal), invitationId: null, audit: 'refused' });
  };
}

/** Each step about a person's role is a change of its own. Whoever made the plan confirmed changes of themselves. */
function jobFor(row: JobRow, job: JobRecord): JobRecord {
  const change = changeOf(row);
  if (change === null) return job;
  const ownersMin = job.plan !== null && 'hash' in job.plan ? job.plan.ownersMin : undefined;
  const includesOneself = job.runBy.id === job.startedBy.id;
  return { ...job, plan: { change, teamId: null, includesOneself, ...(ownersMin !== undefined && { ownersMin }) } };
}

function takesOwnership(row: JobRow): boolean {
  const change = changeOf(row);
  return change !== null && endsOwnership(change) && row.role === 'admin';
}

function changeOf(row: JobRow): PeopleChange | null {
  const { kind, to } = stepOf(row);
  if (kind === 'remove-person') return { kind: 'remove' };
  if (kind !== 'set-role') return null;
  if (to?.role === 'outside_collaborator') return { kind: 'convert' };
  return { kind: 'role', role: to?.role === 'admin' ? 'admin' : 'member' };
}
