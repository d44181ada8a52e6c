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
