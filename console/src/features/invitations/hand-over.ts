import type { WantedInvitation } from '@orgdesk/client';
import type { RowChange } from './rows/review.ts';

/** Confirmed people without duplicates, up to `JOB_ROWS_MAX`. */
export type ConfirmedInvitations = readonly WantedInvitation[];

/** Returns whether the service accepted the people. If not, the implementation reports why. Never rejects. */
export type HandOver = (invitations: ConfirmedInvitations) => Promise<boolean>;

export interface HandOverProps {
  readonly onHandOver: HandOver;
  /** Rows to put back into the form. */
  readonly initial: readonly RowChange[];
}
