import { UNOBSERVED } from '../../src/domain/observations.ts';
import type { Runtime } from '../../src/domain/runtime.ts';
import { systemClock, systemEntropy } from '../../src/lib/system.ts';
import { UNTRACED } from '../../src/lib/traces.ts';

/** Logs and observes nothing, unless a test says otherwise. */
export const runtimeWith = (parts: Partial<Runtime> = {}): Runtime => ({
  clock: systemClock,
  entropy: systemEntropy,
  log: { debug() {}, info() {}, warn() {}, error() {} },
  observations: UNOBSERVED,
  traces: UNTRACED,
  ...parts,
});
