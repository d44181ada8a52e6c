import { forgetKept, keepInTab, readKept } from '../../lib/keeping/kept-in-tab.ts';
import type { RowChange } from './rows/review.ts';

/** Receives the focus after people are put back. */
export const WHO_IS_WRITTEN = 'who-is-written';

/** Session storage of a person's form for one organization. */
export function keptForm(userId: number, login: string) {
  const of = `${userId}.${login.toLowerCase()}`;
  const draftKey = `invite-draft.${of}`;
  const backKey = `invite-again.${of}`;
  return {
    draftKey,
    hasDraft: (): boolean => readKept(draftKey) !== null,
    forgetDraft: (): void => {
      forgetKept(draftKey);
      forgetKept(`${draftKey}.preview`);
    },
    /** Stored until the form takes them over. */
    putBack: (rows: readonly RowChange[]): void => keepInTab(backKey, rows),
    comingBack: (): readonly RowChange[] => {
      const kept = readKept(backKey);
      return Array.isArray(kept) ? (kept as readonly RowChange[]) : [];
    },
    cameBack: (): void => forgetKept(backKey),
  };
}
