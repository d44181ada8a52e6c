import type { CodeHost } from '../../../code-host/code-host.ts';
import type { WorkOfKind } from '../../../jobs/advance.ts';
import { createRowSteps } from '../../../jobs/row-steps.ts';
import type { JobRow, JobStore } from '../../../jobs/store/types.ts';
import type { Clock, Log } from '../../../lib/system.ts';
import { createLookUp } from './look-up.ts';
import { createPrepareRow } from './prepare-row.ts';

export interface InvitationJobsDeps {
  readonly codeHost: CodeHost;
  readonly jobs: JobStore;
  readonly clock: Clock;
  readonly log: Log;
}

export const createInvitationJobs = (deps: InvitationJobsDeps): WorkOfKind => ({
  kind: 'invitations',
  failuresMax: null,
  rejectionsMax: 1,
  endsByFailing: false,
  step: createRowSteps({
    ...deps,
    work: {
      lookUp: createLookUp(deps.codeHost),
      prepare: createPrepareRow(deps),
      trailOf,
      words: {
        notArrived: 'The invitation was not found on the code host.',
        noAnswer: 'Not sent: the code host repeatedly returned no usable response.',
        notConfirmed: "Couldn't confirm whether this was sent: the code host was unavailable.",
      },
    },
  }),
});

/** An invitation by email that was accepted at once cannot be found. */
const trailOf = ({ login }: JobRow) => (login === null ? 'unknown' : 'refused');
