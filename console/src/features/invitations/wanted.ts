import type { WantedInvitation } from '@orgdesk/client';

/** What was confirmed to be sent: each person once, 2,000 at most. */
export type Wanted = readonly WantedInvitation[];

/**
 * Takes what was confirmed, and answers whether it was handed over: then the form forgets it. Where it answers `false`,
 * nothing was sent, whoever took it says why, and the form keeps all. It never throws.
 */
export type HandOver = (wanted: Wanted) => Promise<boolean>;

/** What the form needs of those who send: `<InviteForm … onHandOver={…} initial={…} />`. */
export interface HandingOver {
  readonly onHandOver: HandOver;
  /** Rows that come back into the form, such as those that failed; empty by default. */
  readonly initial: Wanted;
}
