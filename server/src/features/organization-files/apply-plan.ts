import type { ApplyPlanRequest } from '@orgdesk/contract';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import { isJoining } from '../../domain/organization-plan.ts';
import { loosenedRules, NO_OWNER_RULES } from '../../domain/owner-rules.ts';
import type { PersonState } from '../../domain/people-change.ts';
import { type ApprovalRefusal, approvedVersion } from '../../jobs/approve.ts';
import type { StartRefusal } from '../../jobs/start-job.ts';
import type { JobRecord, NewRow } from '../../jobs/store/types.ts';
import { PLAN_DANGERS } from '../../lib/limits/people.ts';
import { type Result, refuse } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { filesHash, readRules, type SealRefusal, verifyPlan } from './plan-seal.ts';
import type { OrganizationFileServices } from './services.ts';

type ApplyPlanRefusal =
  | StartRefusal
  | ApprovalRefusal
  | { readonly kind: SealRefusal | 'other-plan' | 'stricter-rules' | 'not-lifted' | 'no-steps' };

/** Starts a job for exactly one plan, which the caller made of this organization. */
export async function applyPlan(
  services: OrganizationFileServices,
  owner: Owner,
  requester: AuditOrigin,
  { plan, lifted, files, continueAfterSignOut: isAsked = false }: ApplyPlanRequest,
): Promise<Result<JobRecord, ApplyPlanRefusal>> {
  const { runtime, jobs, signing, appliedFiles } = services;
  const key = await verifyPlan(runtime, signing, plan, owner.session.user.id);
  if (!key.ok) return refuse({ kind: key.refusal });
  if (plan.organization.id !== owner.organizationId) return refuse({ kind: 'other-plan' });
  if (files !== undefined && filesHash(files) !== plan.files) return refuse({ kind: 'invalid' });
  const { basis } = plan;
  const ownerRules = basis?.ownerRules ?? NO_OWNER_RULES;
  const demanded = basis?.demanded ?? NO_OWNER_RULES;
  const { rules, appliedRules } = await readRules(appliedFiles, services.ownerRules, owner.organizationId);
  if (loosenedRules(rules, ownerRules).length > 0) return refuse({ kind: 'stricter-rules' });
  if (files !== undefined && !isNamed(loosenedRules(appliedRules, demanded), plan))
    return refuse({ kind: 'stricter-rules' });
  const isLifted = plan.dangers.every((danger) =>
    lifted.some(({ kind, count }) => kind === danger.kind && count === danger.count),
  );
  if (!isLifted) return refuse({ kind: 'not-lifted' });
  const steps = madeSteps(plan.steps);
  // Without steps, there is only something to keep.
  if (steps.length === 0 && files === undefined) return refuse({ kind: 'no-steps' });
  const asked = { kind: 'organization-file', isAsked, key: key.value } as const;
  const approved = await approvedVersion(services, owner, asked);
  if (!approved.ok) return approved;
  const { hash } = plan;
  const job = await jobs.start(owner, requester, {
    kind: 'organization-file',
    key: key.value,
    title: `Plan ${hash.slice(0, HASH_SHOWN)}`,
    plan: { hash, ownerRules, ownersMin: confirmedOwners(plan) ?? ownerRules.ownersMin },
    rows: steps.map(rowOf),
    content: hash,
    after: { rows: steps.length, plan: hash },
    approvedVersion: approved.value,
  });
  if (job.ok && files !== undefined) {
    const { id, login } = owner.session.user;
    await appliedFiles.replace(owner.organizationId, {
      files,
      hash,
      at: job.value.createdAt,
      by: { id, login },
      accounts: basis?.accounts ?? null,
      ownerRules: demanded,
    });
  }
  return job;
}

const HASH_SHOWN = 12;

/** Files may have been applied since that demand more. */
function isNamed(loosened: readonly string[], { dangers }: ApplyPlanRequest['plan']): boolean {
  const danger = dangers.find(({ kind }) => kind === 'owner-rules-loosened');
  return loosened.slice(0, PLAN_DANGERS.namesMax).every((name) => danger?.names.includes(name));
}

/** Returns how many owners at least a lifted danger leaves; null without such a danger. No job takes the last owner. */
function confirmedOwners({ dangers }: ApplyPlanRequest['plan']): number | null {
  if (dangers.some(({ kind }) => kind === 'no-owner-left')) return NO_OWNER_RULES.ownersMin;
  return dangers.find(({ kind }) => kind === 'too-few-owners')?.count ?? null;
}

type Step = ApplyPlanRequest['plan']['steps'][number];

/** Leaves out what the App may not do; prerequisites then are the indexes of rows. */
function madeSteps(steps: readonly Step[]): readonly Step[] {
  const indexes = new Map<number, number>();
  for (const [index, { needs }] of steps.entries()) if (needs === null) indexes.set(index, indexes.size);
  return steps
    .filter(({ needs }) => needs === null)
    .map((step) => ({ ...step, after: step.after.flatMap((index) => indexes.get(index) ?? []) }));
}

/** Invitations and changes of roles have their columns, as in jobs of their own. */
function rowOf(step: Step): NewRow {
  const { kind, login, id, from, to } = step;
  const isInvitation = isJoining(kind);
  const isRole = kind === 'set-role' || kind === 'remove-person';
  const invited = to?.role === 'admin' ? ('admin' as const) : ('direct_member' as const);
  return {
    login,
    email: null,
    userId: login === null ? null : id,
    role: isInvitation ? invited : isRole ? ((from?.role ?? null) as PersonState['role']) : null,
    teamRole: null,
    teamIds: [],
    step,
  };
}
