export const EXIT = {
  failed: 1,
  signedOut: 3,
  unavailable: 4,
  notFound: 5,
  incomplete: 6,
  jobFailed: 7,
  jobCancelled: 8,
} as const;

export const COMMON_EXIT_CODES: Readonly<Record<number, string>> = {
  0: 'done',
  [EXIT.failed]: 'failed or refused; see standard error',
  [EXIT.signedOut]: 'not signed in',
  [EXIT.unavailable]: 'the service is unreachable, overloaded or limits requests: try again later',
  [EXIT.notFound]: 'not found, or not allowed',
};

export const JOB_EXIT_CODES: Readonly<Record<number, string>> = {
  [EXIT.incomplete]: 'done, but not for everyone',
  [EXIT.jobFailed]: 'the job stopped',
  [EXIT.jobCancelled]: 'the job was cancelled',
};

export const LIST_EXIT_CODES: Readonly<Record<number, string>> = {
  [EXIT.incomplete]: 'printed, but something could not be read; see standard error',
};

export const PLAN_EXIT = { none: 0, failed: 1, changes: 2 } as const;

export const PLAN_EXIT_CODES: Readonly<Record<number, string>> = {
  [PLAN_EXIT.none]: 'nothing to change',
  [PLAN_EXIT.failed]: 'the files have problems, or failed; see standard error',
  [PLAN_EXIT.changes]: 'changes or dangers, or unknown arguments',
};

export class Stop extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
