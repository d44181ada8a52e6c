import type { CallOptions, ListedRun, Run, RunFailureReason, RunItem } from '@orgdesk/client';
import type { UnreadReason } from '@orgdesk/contract/people/across/list-across';
import type { LabelProps } from '@primer/react';
import { queryOptions } from '@tanstack/react-query';
import { isUnderWay } from '../../../components/jobs/job-texts.ts';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { keptFresh, personalKey } from '../../../lib/reading/query-client.ts';
import { changeTexts } from '../change/change-texts.ts';

type OwnReason = Exclude<RunFailureReason, UnreadReason>;

const REASON_TEXTS: Readonly<Record<OwnReason, string>> = {
  'preview-invalid': 'The preview didn’t match. Preview the change again.',
  'preview-expired': 'The preview expired before the change started. Preview it again.',
  unconfirmed: 'The name of the organization was not typed.',
  nobody: 'No one would have been changed.',
  'wrong-rows': 'The list of people has an error.',
  'too-many-jobs': 'Too many unfinished changes. Wait for one to finish.',
  'storage-full': 'Unfinished changes reached the storage limit. Wait for one to finish.',
  'too-many-changes': 'Too many changes were started. Try again in a minute.',
  'other-rows': 'The same preview already started another change.',
  'earlier-step': 'Not started: an earlier step here was cancelled or couldn’t start.',
  cancelled: 'Cancelled before it started.',
};

/** Null for a reason why an organization could not be read. */
export const reasonOf = (reason: RunFailureReason | 'no-team'): string | null =>
  reason === 'no-team' ? 'No team with this name.' : ((REASON_TEXTS as Record<string, string>)[reason] ?? null);

export const itemTitle = ({ kind, change, people }: Pick<RunItem, 'kind' | 'change' | 'people'>): string => {
  if (people === null) return 'Change';
  const who = counted(people, 'person', 'people');
  if (kind === 'invitations') return `Invite ${who}`;
  return change === null ? `Change ${who}` : changeTexts(change).title(who, people);
};

export const runTitle = ({ title }: Pick<ListedRun, 'title'>): string => title ?? 'Changes in several organizations';

interface StateBadge {
  readonly label: string;
  readonly variant: NonNullable<LabelProps['variant']>;
}

/** Whether the run starts or continues jobs without a person. Instances of an older version do not send `failed`. */
export const isRunning = ({ isOver, failed, items }: Pick<Run, 'isOver' | 'failed' | 'items'>): boolean =>
  !isOver &&
  items.some(({ state, job }) => (state === 'waiting' && failed == null) || (job !== null && isUnderWay(job)));

export function runState(run: Pick<Run, 'isOver' | 'items' | 'cancelledAt' | 'failed'>): StateBadge {
  const { isOver, items, cancelledAt } = run;
  if (run.failed != null) return { label: 'Failed', variant: 'danger' };
  if (isRunning(run)) return { label: 'Running', variant: 'accent' };
  if (!isOver) {
    const stopped = items.filter(({ job }) => job !== null && job.endedAt === null).length;
    return { label: `Stopped in ${counted(stopped, 'organization', 'organizations')}`, variant: 'attention' };
  }
  if (cancelledAt !== null) return { label: 'Cancelled', variant: 'secondary' };
  const problems = items.filter(hasProblem).length;
  return problems === 0
    ? { label: 'Done', variant: 'success' }
    : { label: `Done, ${counted(problems, 'organization', 'organizations')} with problems`, variant: 'attention' };
}

const UNDONE = ['refused', 'changed-since', 'failed', 'cancelled'] as const;

/** Whether somebody was not changed as wanted, or nothing is known of it. */
function hasProblem({ state, job }: RunItem): boolean {
  if (state === 'refused' || state === 'withheld') return true;
  return job !== null && (job.state === 'cancelled' || UNDONE.some((outcome) => job.counts[outcome] > 0));
}

/** Such as "12 of 40 people processed". */
export function runProgress({ items }: Pick<Run, 'items'>): { readonly text: string; readonly percent: number } {
  const total = items.reduce((sum, { people }) => sum + (people ?? 0), 0);
  const done = items.reduce((sum, { state, people, job }) => {
    if (state === 'refused' || state === 'removed') return sum + (people ?? 0);
    return sum + (job?.progress.done ?? 0);
  }, 0);
  const percent = total === 0 ? 100 : Math.min(100, (done * 100) / total);
  return { text: `${formatCount(done)} of ${counted(total, 'person', 'people')} processed`, percent };
}

export function listedState({ cancelledAt, failed, counts: { waiting, started, refused } }: ListedRun): string {
  const total = counted(waiting + started + refused, 'organization', 'organizations');
  if (failed != null) return `Failed, ${formatCount(waiting)} of ${total} not started`;
  if (cancelledAt !== null) return `Cancelled, ${formatCount(started)} of ${total} started`;
  if (waiting > 0) return `${formatCount(waiting)} of ${total} not started`;
  return refused > 0 ? `${total}, ${formatCount(refused)} not started` : total;
}

/** Each read checks the person's rights in the organizations of the run. */
const REREAD_MS = 2_000;
const STOPPED_REREAD_MS = 30_000;

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: personalKey('run', id),
    queryFn: async ({ signal }): Promise<Run> => {
      const call = (options: CallOptions) => client.getRun({ path: { run: id }, ...options });
      return (await answerOf(call, { signal })).data.run;
    },
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.isOver) return false;
      return isRunning(data) ? REREAD_MS : STOPPED_REREAD_MS;
    },
  });

export const runsQuery = () =>
  queryOptions({
    ...keptFresh,
    queryKey: personalKey('runs'),
    queryFn: async ({ signal }) => (await answerOf((options) => client.listRuns(options), { signal })).data.runs,
  });
