/** Runs belong to a person. */
export interface RunRef {
  readonly userId: number;
  readonly id: string;
}

/** Reasons why an item of a run has no job. */
export type RunFailureReason =
  | 'app-missing'
  | 'app-suspended'
  | 'not-a-member'
  | 'not-an-owner'
  | 'limit'
  | 'token-rejected'
  | 'single-sign-on'
  | 'ip-allow-list'
  | 'refused'
  | 'unreachable'
  | 'out-of-time'
  | 'preview-invalid'
  | 'preview-expired'
  | 'unconfirmed'
  | 'nobody'
  | 'wrong-rows'
  | 'too-many-jobs'
  | 'storage-full'
  | 'too-many-changes'
  | 'other-rows'
  | 'earlier-step'
  | 'cancelled';

export interface RunFailure {
  readonly reason: RunFailureReason;
  readonly words: string | null;
  /** ISO 8601. */
  readonly retryAt: string | null;
  readonly authorizeUrl: string | null;
}

export const runFailure = (reason: RunFailureReason, words: string | null = null): RunFailure => ({
  reason,
  words,
  retryAt: null,
  authorizeUrl: null,
});

export type RunItemKind = 'people-change' | 'invitations';
