import type { Job, JobKind, JobRow, RowOutcome } from '@orgdesk/client';
import type { LabelProps } from '@primer/react';
import type { RESULTS } from '../tables/result-table.tsx';

export interface OutcomeBadge {
  readonly label: string;
  readonly variant: NonNullable<LabelProps['variant']>;
  /** Completes "2 …". Defaults to the label in lower case. */
  readonly counted?: string;
  readonly reason?: string;
}

export interface JobQuestion {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
}

export interface JobRowTexts {
  readonly heading: keyof typeof RESULTS;
  readonly one: string;
  readonly many: string;
  readonly nameOf: (row: JobRow) => string;
}

export interface JobKindTexts {
  readonly kind: JobKind;
  readonly noun: { readonly one: string; readonly many: string };
  /** Completes "ada can no longer …". */
  readonly task: string;
  readonly title: (job: Job) => string;
  /** Successes first; empty if the kind has no rows. */
  readonly outcomes: (job: Job) => Readonly<Partial<Record<RowOutcome, OutcomeBadge>>>;
  readonly progressLabel: string;
  /** What was not reached yet; null if not counted. */
  readonly left: (job: Job) => string | null;
  /** Completes "Done, 3 …"; null if the whole job succeeded. */
  readonly notDone: (job: Job) => string | null;
  readonly running: string;
  readonly paused: string;
  readonly cancel: (job: Job) => JobQuestion;
  /** Completes "The remaining people will be …". */
  readonly takeOver: (job: Job) => string;
  /** What may have happened to rows whose result is unknown, and where to check. */
  readonly unknown?: (job: Job) => {
    readonly text: string;
    readonly to: '/organizations/$login/people' | '/organizations/$login/invitations';
    readonly link: string;
  };
  readonly roleLabel?: (role: string) => string;
  /** Default: people. */
  readonly rows?: JobRowTexts;
  readonly useAbout?: (login: string, rows: readonly JobRow[]) => (row: JobRow) => string;
}
