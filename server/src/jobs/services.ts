import type { CodeHost } from '../code-host/code-host.ts';
import type { Runtime } from '../domain/runtime.ts';
import type { Sessions } from '../sessions/services.ts';
import type { StartJob } from './start-job.ts';
import type { AppWorkStore } from './store/app-work.ts';
import type { DueWorkStore } from './store/due-work.ts';
import type { JobStore } from './store/types.ts';

export interface Jobs {
  readonly store: JobStore;
  readonly appWork: AppWorkStore;
  /** False without a webhook secret: forged deliveries could confirm changes. */
  readonly appMayAct: boolean;
  readonly dueWork: DueWorkStore;
  readonly start: StartJob;
  /** Has the worker look for due work now. */
  readonly wake: () => void;
}

/** What the steps of a job work with. The token comes with its runner. */
export interface StepServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly jobs: Jobs;
}

/** What jobs work with. */
export interface JobServices extends StepServices {
  readonly sessions: Sessions;
}
