import type { AccessExport } from '@orgdesk/client';
import { counted, formatCount, formatMinuteBy } from '../../lib/words/reader-locale.ts';

export const STATE_WORDS = {
  active: { words: 'In progress', variant: 'accent' },
  waiting: { words: 'Waiting', variant: 'attention' },
  stopped: { words: 'Stopped', variant: 'danger' },
  finished: { words: 'Completed', variant: 'success' },
  cancelled: { words: 'Cancelled', variant: 'secondary' },
} as const satisfies Record<AccessExport['state'], { readonly words: string; readonly variant: string }>;

/** Returns text such as "12 of 300 repositories, 4,312 rows". */
export function progressWords({ repositoriesDone, repositoriesTotal, rowCount }: AccessExport): string {
  const rows = counted(rowCount, 'row', 'rows');
  if (repositoriesTotal === null) return 'Counting repositories';
  return `${formatCount(repositoriesDone)} of ${counted(repositoriesTotal, 'repository', 'repositories')}, ${rows}`;
}

/** Returns null if the state needs no explanation. */
export function stateHint({ state, waitsUntil, startedBy }: AccessExport, now: Date): string | null {
  switch (state) {
    case 'active':
      return 'You can close this page. The export continues.';
    case 'waiting':
      return waitsUntil === null
        ? 'The export resumes automatically.'
        : `Rate limit reached. The export resumes automatically at ${formatMinuteBy(new Date(waitsUntil), now)}.`;
    case 'stopped':
      return `The session of ${startedBy} ended, or they lost access. Download the partial file, or start a new export.`;
    case 'finished':
    case 'cancelled':
      return null;
  }
}

/** Returns null if the file is complete. */
export const unseenWords = ({ unseenCount }: AccessExport): string | null =>
  unseenCount === 0
    ? null
    : `${counted(unseenCount, 'row is', 'rows are')} marked “not seen” because the people couldn’t be read. Each gives the reason.`;
