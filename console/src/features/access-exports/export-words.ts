import type { AccessExport } from '@orgdesk/client';
import { counted, formatCount, formatMinuteBy } from '../../lib/words/reader-locale.ts';

export const STATE_WORDS = {
  active: { words: 'Under way', variant: 'accent' },
  waiting: { words: 'Waiting', variant: 'attention' },
  stopped: { words: 'Stopped', variant: 'danger' },
  finished: { words: 'Finished', variant: 'success' },
  cancelled: { words: 'Cancelled', variant: 'secondary' },
} as const satisfies Record<AccessExport['state'], { readonly words: string; readonly variant: string }>;

/** Returns text such as "12 of 300 repositories, 4,312 rows". */
export function progressWords({ repositoriesDone, repositoriesTotal, rowCount }: AccessExport): string {
  const rows = counted(rowCount, 'row', 'rows');
  if (repositoriesTotal === null) return 'The repositories are being counted';
  return `${formatCount(repositoriesDone)} of ${counted(repositoriesTotal, 'repository', 'repositories')}, ${rows}`;
}

/** Returns null if the state needs no explanation. */
export function stateHint({ state, waitsUntil, startedBy }: AccessExport, now: Date): string | null {
  switch (state) {
    case 'active':
      return 'You can close this page: it goes on.';
    case 'waiting':
      return waitsUntil === null
        ? 'It goes on by itself.'
        : `The code host takes no more requests for now. It goes on by itself at ${formatMinuteBy(new Date(waitsUntil), now)}.`;
    case 'stopped':
      return `It ran as ${startedBy}, who may not see this any more, or whose session ended. What is in the file so far can be downloaded; you can start another one.`;
    case 'finished':
    case 'cancelled':
      return null;
  }
}

/** Returns null if the file is complete. */
export const unseenWords = ({ unseenCount }: AccessExport): string | null =>
  unseenCount === 0
    ? null
    : `${counted(unseenCount, 'row says', 'rows say')} “not seen”: people the code host did not tell of, with the reason.`;
