import type { RowChange } from '@orgdesk/people-files/review';
import { readFromTab, removeFromTab, storeInTab } from '../../lib/storage.ts';

/** Receives the focus after people are put back. */
export const DRAFT_SUMMARY_ID = 'who-is-written';

/** Session storage of a person's form for one organization. */
export function storedForm(userId: number, login: string) {
  const of = `${userId}.${login.toLowerCase()}`;
  const draftKey = `invite-draft.${of}`;
  const backKey = `invite-again.${of}`;
  return {
    draftKey,
    hasDraft: (): boolean => readFromTab(draftKey) !== null,
    forgetDraft: (): void => {
      removeFromTab(draftKey);
      removeFromTab(`${draftKey}.preview`);
    },
    /** Stored until the form takes them over. */
    putBack: (rows: readonly RowChange[]): void => storeInTab(backKey, rows),
    comingBack: (): readonly RowChange[] => {
      const stored = readFromTab(backKey);
      return Array.isArray(stored) ? (stored as readonly RowChange[]) : [];
    },
    cameBack: (): void => removeFromTab(backKey),
  };
}
