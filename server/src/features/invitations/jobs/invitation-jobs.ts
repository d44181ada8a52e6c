import type { WorkOfKind } from '../../../jobs/advance.ts';
import { createRowSteps } from '../../../jobs/row-steps.ts';
import type { JobRow } from '../../../jobs/store/types.ts';
import { lookUp } from './look-up.ts';
import { prepareRow } from './prepare-row.ts';
import type { InvitationJobServices } from './start-invitations.ts';

export const createInvitationJobs = (services: InvitationJobServices): WorkOfKind => ({
  kind: 'invitations',
  failuresMax: null,
  rejectionsMax: 1,
  endsByFailing: false,
  step: createRowSteps(services, {
    lookUp: (runner, row) => lookUp(services.codeHost, runner, row),
    prepare: (runner, row, job) => prepareRow(services, runner, row, job),
    trailOf,
    words: {
      notArrived: 'The invitation was not found on the code host.',
      noAnswer: 'Not sent: the code host repeatedly returned no usable response.',
      notConfirmed: "Couldn't confirm whether this was sent: the code host was unavailable.",
    },
  }),
});

/** An invitation by email that was accepted at once cannot be found. */
const trailOf = ({ login }: JobRow) => (login === null ? 'unknown' : 'refused');
