export interface ReviewedFinding {
  readonly found: number;
  /** Keys of what was found: those that were dismissed, and the first others. */
  readonly keys: readonly string[];
}

export interface AccessReview {
  readonly organizationId: number;
  readonly reviewedAt: Date;
  /** By the name of the finding; without those that could not be checked whole. */
  readonly findings: ReadonlyMap<string, ReviewedFinding>;
}

export interface LastAccessReview extends Pick<AccessReview, 'organizationId' | 'reviewedAt'> {
  /** How many of each finding are not dismissed, at least if more were found than keys are stored. */
  readonly open: ReadonlyMap<string, number>;
}

/** The last access review of each person, by organization. */
export interface AccessReviewStore {
  /** Replaces an earlier one. */
  keep(userId: number, review: AccessReview): Promise<void>;
  /** Of these organizations. */
  last(userId: number, organizationIds: readonly number[], now: Date): Promise<readonly LastAccessReview[]>;
}
