import type { ConfirmedInvitations } from '@orgdesk/people-files/preview';
import type { RowChange } from '@orgdesk/people-files/review';

/** Returns whether the service accepted the people. If not, the implementation reports why. Never rejects. */
export type HandOver = (invitations: ConfirmedInvitations, title: string | null) => Promise<boolean>;

export interface HandOverProps {
  readonly onHandOver: HandOver;
  readonly mayBeSent: boolean;
  readonly initial: readonly RowChange[];
}
