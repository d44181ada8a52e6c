import { BYTE_ORDER_MARK, csvLine } from '@orgdesk/contract/csv';
import type { JobStore } from '../../../ports/storage/jobs.ts';
import { failureOf } from '../../../shared/sessions/owned-organizations.ts';
import { allRows } from '../results-csv.ts';
import type { SeenItem } from './run-view.ts';

const COLUMNS = [
  'organization',
  'change',
  'row',
  'login',
  'email',
  'user_id',
  'role',
  'teams',
  'outcome',
  'words',
  'settled_at',
] as const;

type Cells = Readonly<Partial<Record<(typeof COLUMNS)[number], string | null>>>;

const line = (cells: Cells): string => csvLine(COLUMNS.map((column) => cells[column] ?? null));

/** Streams the results of all items, as the results of one job are streamed. */
export async function* runCsv(
  jobs: Pick<JobStore, 'rows' | 'find'>,
  items: readonly SeenItem[],
): AsyncGenerator<string, void> {
  yield `${BYTE_ORDER_MARK}${csvLine(COLUMNS)}`;
  for (const item of items) {
    const { owner, job, kind, change } = item;
    const organization =
      owner?.ok === true ? owner.value.organization : (item.organizationLogin ?? String(item.organizationId));
    const shared = { organization, change: change?.kind ?? kind };
    if (job === null) {
      yield line({ ...shared, ...reasonOf(item) });
      continue;
    }
    for await (const rows of allRows(jobs, job)) {
      yield rows
        .map(({ row, login, email, userId, role, teamIds, outcome, words, settledAt }) =>
          line({
            ...shared,
            row: String(row),
            login,
            email,
            user_id: userId === null ? null : String(userId),
            role,
            teams: teamIds.join(' '),
            outcome,
            words,
            settled_at: settledAt,
          }),
        )
        .join('');
    }
  }
}

function reasonOf(item: SeenItem): Cells {
  if (item.state === 'refused') return { outcome: 'refused', words: item.failure.words ?? item.failure.reason };
  if (item.owner === null) return { outcome: 'waiting' };
  if (item.owner.ok) return { outcome: 'removed' };
  const { reason, words } = failureOf(item.owner.refusal);
  return { change: null, outcome: 'withheld', words: words ?? reason };
}
