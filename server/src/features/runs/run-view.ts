import type { ListedRun, Run, RunItem } from '@orgdesk/contract';
import pLimit from 'p-limit';
import type { InstallationRecord } from '../../domain/installation.ts';
import type { Session } from '../../domain/session.ts';
import type { JobView } from '../../jobs/job-view.ts';
import type { JobRecord } from '../../jobs/store/types.ts';
import { RUN_CHECKS_AT_ONCE } from '../../lib/limits/invitation-jobs.ts';
import { type Result, refuse } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { failureOf, ownedOrganizations, ownerIn, type UnreadCause } from '../../sessions/owned-organizations.ts';
import type { ListedRunRecord, RunItemRecord, RunRecord, RunServices } from './records.ts';

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

export const runView = (run: RunRecord, items: readonly SeenItem[], jobView: JobView): Run => {
  const views = items.map((item) => itemView(item, jobView));
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

function itemView(item: SeenItem, jobView: JobView): RunItem {
  const { place, step, organizationId, organizationLogin, kind, change, people, owner, job } = item;
  const view = {
    item: place,
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
  return job === null ? { ...view, state: 'removed' } : { ...view, state: 'started', job: jobView(job) };
}
