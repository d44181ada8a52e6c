export interface Pace {
  readonly everyMs: number;
  readonly perHour: number;
  readonly hourMs: number;
}

/** Invitations that one request sends, beside those of jobs. */
export interface SentBatch {
  readonly id: string;
  readonly userId: number;
  readonly organizationId: number;
  /** When the first may have been sent. */
  readonly at: Date;
  readonly calls: number;
  readonly sent: number;
}

export interface SentInvitations {
  readonly count: number;
  readonly firstAt: Date | null;
}

/** Reserves room in the person's limits. Report the number sent to the returned function. Never waits or fails. */
export type CountSends = (
  batch: Pick<SentBatch, 'userId' | 'organizationId' | 'calls'>,
  planned: number,
) => (sent: number) => void;

export interface SendStore {
  readyAt(userId: number, pace: Pace, now: Date): Promise<Date>;
  /** Counts a batch for the sending limits. Repeating its ID updates the number sent. */
  countBatch(batch: SentBatch): Promise<void>;
  /** The count is never too high, except while a batch is in progress. */
  sentSince(organizationId: number, since: Date): Promise<SentInvitations>;
}
