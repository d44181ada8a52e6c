import type { PlanStep } from '../../../domain/organization-plan.ts';
import { isPathSegment } from '../../../domain/path-segment.ts';
import { ok } from '../../../domain/result.ts';
import { hostWords } from '../../../ports/code-host/refusals.ts';
import type { AuditEvent } from '../../../ports/storage/audit-trail.ts';
import type { JobRecord, JobRow, SettledRow } from '../../../ports/storage/jobs.ts';
import type { RowWork } from '../../jobs/row-steps.ts';
import type { Runner } from '../../jobs/runner.ts';
import { createReadStep, type ReadingStepHost } from './read-step.ts';
import { createSendStep, type SendingStepHost } from './send-step.ts';

/** Steps about teams and access. What a step changes is read before it is sent. */
export function createTeamSteps(codeHost: ReadingStepHost & SendingStepHost): Pick<RowWork, 'prepare' | 'lookUp'> {
  const readStep = createReadStep(codeHost);
  const sendStep = createSendStep(codeHost);
  return {
    async prepare(runner, row, job) {
      const step = stepOf(row);
      const wrong = wrongNameIn(step);
      if (wrong !== undefined) return ok(settled('refused', 'refused', notAName(wrong)));
      const state = await readStep(runner, step);
      if (!state.ok) return state;
      if (state.value !== 'as-planned') return ok(settled(state.value === 'done' ? 'nothing-to-do' : 'changed-since'));
      return ok({
        intended: eventOf(runner, step, job),
        async send() {
          const sent = await sendStep(runner, step);
          if (sent.ok) return ok(settled('changed', 'done'));
          const { refusal } = sent;
          if (refusal.kind !== 'missing' && refusal.kind !== 'rejected') return sent;
          // Only if this one step is refused, the others go on.
          const again = await readStep(runner, step);
          if (!again.ok) return sent;
          return ok(
            again.value === 'done' ? settled('changed', 'done') : settled('refused', 'refused', hostWords(refusal)),
          );
        },
      });
    },
    async lookUp(runner, row) {
      const step = stepOf(row);
      const wrong = wrongNameIn(step);
      if (wrong !== undefined) return ok(settled('failed', 'unknown', notAName(wrong)));
      const state = await readStep(runner, step);
      if (!state.ok) return state;
      if (state.value === 'as-planned') return ok(null);
      if (state.value === 'changed') return ok(settled('changed-since', 'unknown'));
      // It may have been created without the caller being removed.
      if (step.kind === 'create-team') {
        const teams = await codeHost.teamsOfPerson(runner, runner.inviter);
        if (!teams.ok) return teams;
        if (teams.value.teams.some(({ slug }) => slug === step.team)) {
          const removed = await codeHost.removeFromTeam({ ...runner, seen: null }, step.team ?? '', runner.inviter);
          if (!removed.ok && removed.refusal.kind === 'not-confirmed') return ok(null);
        }
      }
      return ok(settled('changed', 'done'));
    },
  };
}

/** Finds a name that no call can contain. A plan of an earlier version may have one. */
const wrongNameIn = ({ login, team, repository, to }: PlanStep): string | undefined =>
  [login, team, repository, to?.parent ?? null].find((name) => name !== null && !isPathSegment(name)) ?? undefined;

const notAName = (name: string): string => `"${name}" is not a valid name.`;

export function stepOf({ step, place }: JobRow): PlanStep {
  if (step === null) throw new Error(`row ${place} of a plan has no step`);
  return step;
}

const settled = (
  outcome: SettledRow['outcome'],
  audit: SettledRow['audit'] = 'refused',
  words: string | null = null,
): SettledRow => ({ outcome, words, invitationId: null, audit });

export const hashIn = ({ plan }: Pick<JobRecord, 'plan'>): string | null =>
  plan !== null && 'hash' in plan ? plan.hash : null;

function eventOf({ organizationId, organization }: Runner, step: PlanStep, job: JobRecord): AuditEvent {
  const { login, team, repository, id, from, to } = step;
  const isPerson = login !== null;
  const within = { ...(isPerson && team !== null && { team }), ...(repository !== null && { repository }) };
  return {
    organization: { id: organizationId, login: organization },
    action: actionOf(step),
    way: 'job',
    actor: job.runBy,
    target: { kind: isPerson ? 'person' : 'team', id, name: login ?? team ?? '' },
    before: { ...within, ...from },
    after: { ...within, ...to, job: job.id, plan: hashIn(job) },
    requestId: job.requestId,
    deliveryId: null,
  };
}

function actionOf({ kind, from, to }: PlanStep): AuditEvent['action'] {
  switch (kind) {
    case 'create-team':
      return 'team.created';
    case 'edit-team':
      return 'team.edited';
    case 'delete-team':
      return 'team.deleted';
    case 'set-team-role':
      return 'team.member_added';
    case 'remove-from-team':
      return 'team.member_removed';
    case 'set-team-access':
      return to === null ? 'team.repository_removed' : 'team.repository_added';
    default:
      if (to === null) return 'repository.collaborator_removed';
      return from === null ? 'repository.collaborator_added' : 'repository.collaborator_changed';
  }
}
