import { RUN_PEOPLE_MAX, RUNS_WAITING_MAX } from '@orgdesk/contract/limits';
import { type RefusalResponse, TOO_MANY_DOWNLOADS, TOO_MANY_VIEWS } from '../../../shared/refusals.ts';

export const ofRuns = {
  'no-run': { status: 404, error: 'Run not found.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofRunCancellations = {
  ...ofRuns,
  over: { status: 409, error: 'This run has ended.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofRunStarts = {
  'too-many-people': { status: 400, error: `One run can change up to ${RUN_PEOPLE_MAX} people.` },
  'other-items': {
    status: 409,
    error: 'A run with this key and different items already exists. Please use another key.',
  },
  'too-many-runs': {
    status: 409,
    error: `There are ${RUNS_WAITING_MAX} runs that have not started. Please wait for one to start.`,
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofRunFiles = {
  ...ofRuns,
  'too-many-downloads': TOO_MANY_DOWNLOADS,
  'too-many-views': TOO_MANY_VIEWS,
} as const satisfies Readonly<Record<string, RefusalResponse>>;
