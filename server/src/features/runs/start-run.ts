import { hash } from 'node:crypto';
import type { ListedRun, Run, RunItem, RunRequest } from '@orgdesk/contract';
import { RUN_PEOPLE_MAX, RUNS_MAX, RUNS_WAITING_MAX } from '@orgdesk/contract/limits';
import pLimit from 'p-limit';
import type { CodeHost } from '../../code-host/code-host.ts';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import type { InstallationRecord } from '../../domain/installation.ts';
import { type RunFailure, type RunFailureReason, runFailure } from '../../domain/job.ts';
import type { Session } from '../../domain/session.ts';
import { checkFreshSignIn, currentVersion } from '../../jobs/approve.ts';
import { jobView } from '../../jobs/job-view.ts';
import type { JobRecord } from '../../jobs/store/types.ts';
import { RUN_CHECKS_AT_ONCE } from '../../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { randomHex } from '../../lib/secrets.ts';
import {
  failureOf,
  loginNow,
  type OwnedOrganization,
  type Owner,
  ownedOrganizations,
  ownerIn,
  type UnreadCause,
} from '../../sessions/live-rights.ts';
import { parseRows } from '../invitations/job-routes.ts';
import { type PeoplePreviewServices, type PlanRefusal, planChange } from '../people-changes/start-change.ts';
import type { ListedRunRecord, NewRunItem, RunContent, RunItemRecord, RunRecord, RunServices } from './records.ts';

export interface RunCaller {
  readonly session: Session;
  readonly installations: readonly InstallationRecord[];
}

/** An item as the caller may see it now. */
export type SeenItem = RunItemRecord & {
  /** Of a started item. */
  readonly owner: Result<Owner, UnreadCause> | null;
  /** Null if removed, or not to be seen. */
  readonly job: JobRecord | null;
};

/** Reads jobs of organizations that the caller owns now. */
export async function readRunItems(
  { sessions, jobs }: RunServices,
  { session, installations }: RunCaller,
  { items }: RunRecord,
): Promise<readonly SeenItem[]> {
  const owned = new Map(ownedOrganizations(session, installations).map((each) => [each.organization.id, each]));
  const oneOfFew = pLimit(RUN_CHECKS_AT_ONCE);
  const end = new AbortController().signal;
  const check = (id: number): Promise<Result<Owner, UnreadCause>> =>
    oneOfFew(async () => {
      const organization = owned.get(id);
      if (organization === undefined) return refuse({ kind: 'not-a-member' });
      return ownerIn(organization, { liveRights: sessions.rights, reads: { limit: () => null }, session, end });
    });
  const ids = new Set(items.filter(({ state }) => state === 'started').map(({ organizationId }) => organizationId));
  const owners = new Map([...ids].map((id) => [id, check(id)]));
  return Promise.all(
    items.map(async (item): Promise<SeenItem> => {
      if (item.state !== 'started') return { ...item, owner: null, job: null };
      const owner = (await owners.get(item.organizationId)) ?? refuse({ kind: 'not-a-member' });
      const { organizationId, jobId: id } = item;
      return { ...item, owner, job: owner.ok ? await jobs.store.find({ organizationId, id }) : null };
    }),
  );
}

export const runView = (codeHost: CodeHost, run: RunRecord, items: readonly SeenItem[]): Run => {
  const views = items.map((item) => itemView(codeHost, item));
  const count = (state: RunItemRecord['state']) => run.items.filter((item) => item.state === state).length;
  return {
    ...listedRunView({
      ...run,
      counts: { waiting: count('waiting'), started: count('started'), refused: count('refused') },
    }),
    isOver: views.every(({ state, job }) => state !== 'waiting' && (job === null || job.endedAt !== null)),
    items: views,
  };
};

export const listedRunView = ({
  id,
  key,
  title,
  createdAt,
  cancelledAt,
  failed,
  counts,
}: ListedRunRecord): ListedRun => ({
  id,
  key,
  title,
  createdAt: createdAt.toISOString(),
  cancelledAt: cancelledAt?.toISOString() ?? null,
  failed: failed === null ? null : { at: failed.at.toISOString(), reason: failed.reason },
  counts: { waiting: counts.waiting, started: counts.started, refused: counts.refused },
});

function itemView(codeHost: CodeHost, item: SeenItem): RunItem {
  const { position, step, organizationId, organizationLogin, kind, change, people, owner, job } = item;
  const view = {
    item: position,
    step,
    organization: { id: organizationId, login: owner?.ok === true ? owner.value.organization : organizationLogin },
    kind,
    change,
    people,
    failure: null,
    job: null,
  };
  if (item.state === 'refused') return { ...view, state: 'refused', failure: item.failure };
  if (owner === null) return { ...view, state: 'waiting' };
  if (!owner.ok) return { ...view, state: 'withheld', change: null, people: null, failure: failureOf(owner.refusal) };
  return job === null ? { ...view, state: 'removed' } : { ...view, state: 'started', job: jobView(codeHost, job) };
}

type RequestedItem = RunRequest['items'][number];
type StartRunRefusal = { readonly kind: 'too-many-people' | 'sign-in-too-old' | 'other-items' | 'too-many-runs' };

/** Stores a run, or returns the existing one with the same key. Its jobs start in the background. */
export async function startRun(
  services: RunServices & PeoplePreviewServices,
  { session, installations }: RunCaller,
  origin: AuditOrigin,
  { key, title, items: requested, continueAfterSignOut: isAsked = false }: RunRequest,
): Promise<Result<RunRecord, StartRunRefusal>> {
  const { runtime, jobs, runs } = services;
  const owned = new Map(ownedOrganizations(session, installations).map((each) => [each.organization.id, each]));
  const items: NewRunItem[] = [];
  for (const item of requested) {
    const planned = await plan(services, session, owned.get(item.organization), item);
    items.push({ ...planned, approvedVersion: isAsked ? await currentVersion(jobs, item.organization) : null });
  }
  if (items.reduce((sum, { people }) => sum + people, 0) > RUN_PEOPLE_MAX) return refuse({ kind: 'too-many-people' });
  const fresh = isAsked ? checkFreshSignIn(services, session) : ok(undefined);
  if (!fresh.ok) return fresh;
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
): Promise<Omit<NewRunItem, 'approvedVersion'>> {
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
