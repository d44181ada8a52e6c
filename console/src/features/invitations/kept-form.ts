import { forgetKept, keepInTab, readKept } from '../../lib/kept-in-tab.ts';
import type { Wanted } from './wanted.ts';

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
    putBack: (wanted: Wanted): void => keepInTab(backKey, wanted),
    /** Those who are on their way; written by this version of the page a moment ago. */
    comingBack: (): Wanted => {
      const kept = readKept(backKey);
      return Array.isArray(kept) ? (kept as Wanted) : [];
    },
    /** The form has them. */
    cameBack: (): void => forgetKept(backKey),
  };
}
