import { hash } from 'node:crypto';
import type { RunRequest } from '@orgdesk/contract';
import { RUN_PEOPLE_MAX, RUNS_MAX, RUNS_WAITING_MAX } from '@orgdesk/contract/limits';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import { type RunFailure, type RunFailureReason, runFailure } from '../../domain/run.ts';
import type { Session } from '../../domain/session.ts';
import { randomHex } from '../../lib/crypto/secrets.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { loginNow, type OwnedOrganization, ownedOrganizations } from '../../sessions/owned-organizations.ts';
import { parseRows } from '../invitations/jobs/parse-job.ts';
import type { PeoplePreviewServices } from '../people-changes/people-preview.ts';
import { type PlanRefusal, planChange } from '../people-changes/start-change.ts';
import type { NewRunItem, RunContent, RunRecord, RunServices } from './records.ts';
import type { RunCaller } from './run-view.ts';

type RequestedItem = RunRequest['items'][number];
type StartRunRefusal = { readonly kind: 'too-many-people' | 'other-items' | 'too-many-runs' };

/** Stores a run, or returns the existing one with the same key. Its jobs start in the background. */
export async function startRun(
  services: RunServices & PeoplePreviewServices,
  { session, installations }: RunCaller,
  origin: AuditOrigin,
  { key, title, items: requested }: RunRequest,
): Promise<Result<RunRecord, StartRunRefusal>> {
  const { runtime, jobs, runs } = services;
  const owned = new Map(ownedOrganizations(session, installations).map((each) => [each.organization.id, each]));
  const items: NewRunItem[] = [];
  for (const item of requested) items.push(await plan(services, session, owned.get(item.organization), item));
  if (items.reduce((sum, { people }) => sum + people, 0) > RUN_PEOPLE_MAX) return refuse({ kind: 'too-many-people' });
  const bodyHash = hash('sha256', JSON.stringify(requested));
  const run = {
    userId: session.user.id,
    id: randomHex(runtime.entropy, 16),
    key,
    bodyHash,
    title: title ?? null,
    sessionKey: session.key,
    origin,
    createdAt: runtime.clock.now(),
  };
  const created = await runs.create(run, items, { runsMax: RUNS_MAX, waitingMax: RUNS_WAITING_MAX });
  if (!created.ok) return created;
  if (created.value.bodyHash !== bodyHash) return refuse({ kind: 'other-items' });
  jobs.wake();
  return created;
}

async function plan(
  services: PeoplePreviewServices,
  session: Session,
  owned: OwnedOrganization | undefined,
  item: RequestedItem,
): Promise<NewRunItem> {
  const content = await contentOf(services, session, item);
  const planned = content.ok && content.value.kind === 'people-change' ? content.value.planned : null;
  return {
    organizationId: item.organization,
    organizationLogin: owned === undefined ? null : loginNow(owned),
    step: item.step ?? 1,
    kind: 'previews' in item ? 'people-change' : 'invitations',
    change: planned?.change ?? null,
    people: 'previews' in item ? (planned?.people.length ?? 0) : item.invitations.length,
    content: absenceOf(owned) ?? content,
  };
}

async function contentOf(
  services: PeoplePreviewServices,
  session: Session,
  item: RequestedItem,
): Promise<Result<RunContent, RunFailure>> {
  if ('previews' in item) {
    const { organization: organizationId, previews: sent, confirmation = null } = item;
    const planned = await planChange(services, { session, organizationId }, { previews: sent, confirmation });
    return planned.ok
      ? ok({ kind: 'people-change', planned: planned.value })
      : refuse(runFailure(PLAN_FAILURES[planned.refusal.kind]));
  }
  const rows = parseRows(item.invitations);
  if (rows.ok) return ok({ kind: 'invitations', rows: rows.value });
  return refuse(runFailure('wrong-rows', 'sentence' in rows.refusal ? rows.refusal.sentence : null));
}

/** Says why nothing can be done in an organization, without a call. */
function absenceOf(owned: OwnedOrganization | undefined): Result<never, RunFailure> | null {
  if (owned === undefined) return refuse(runFailure('not-a-member'));
  if (owned.installation === null) return refuse(runFailure('app-missing'));
  return owned.installation.suspendedAt === null ? null : refuse(runFailure('app-suspended'));
}

const PLAN_FAILURES = {
  invalid: 'preview-invalid',
  expired: 'preview-expired',
  nobody: 'nobody',
} as const satisfies Readonly<Record<PlanRefusal['kind'], RunFailureReason>>;
