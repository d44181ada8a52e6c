import { forgetKept, keepInTab, readKept } from '../../lib/keeping/kept-in-tab.ts';
import type { RowChange } from './rows/review.ts';

/** ID of the sentence about who is written, where reading goes on after people were put back. */
export const WHO_IS_WRITTEN = 'who-is-written';

/** What a tab keeps for the form where one person writes whom to invite into one organization. */
export function keptForm(userId: number, login: string) {
  const of = `${userId}.${login.toLowerCase()}`;
  const draftKey = `invite-draft.${of}`;
  const backKey = `invite-again.${of}`;
  return {
    draftKey,
    hasDraft: (): boolean => readKept(draftKey) !== null,
    /** Drops what is written, and what is known of it. */
    forgetDraft: (): void => {
      forgetKept(draftKey);
      forgetKept(`${draftKey}.preview`);
    },
    /** Keeps people on their way back into the form, for as long as its page takes to come. */
    putBack: (rows: readonly RowChange[]): void => keepInTab(backKey, rows),
    /** Those who are on their way; written by this version of the page a moment ago. */
    comingBack: (): readonly RowChange[] => {
      const kept = readKept(backKey);
      return Array.isArray(kept) ? (kept as readonly RowChange[]) : [];
    },
    /** The form has them. */
    cameBack: (): void => forgetKept(backKey),
  };
}
