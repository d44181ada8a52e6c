import type { Clock, Entropy, Log } from '../lib/system.ts';
import type { Traces } from '../lib/traces.ts';
import type { Observations } from './observations.ts';

/** What everything works with, whatever it does. */
export interface Runtime {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  readonly observations: Observations;
  readonly traces: Traces;
}

/** How long a request may take that makes many calls. */
export interface RequestLimits {
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
  /** Of invitations, changes and previews, and of one read of all invitations, in milliseconds. */
  readonly inviteMs: number;
  /** Of lists in pieces, in milliseconds. */
  readonly listMs: number;
}
