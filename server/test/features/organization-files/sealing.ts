import { UNOBSERVED } from '../../../src/domain/observations.ts';
import type { Runtime } from '../../../src/domain/runtime.ts';
import type { Signing } from '../../../src/lib/crypto/signing.ts';
import { createStateTokens } from '../../../src/lib/crypto/state-token.ts';
import type { Clock } from '../../../src/lib/system.ts';
import { systemEntropy } from '../../../src/lib/system-clock.ts';
import { UNTRACED } from '../../../src/lib/traces.ts';

/** What a service with this key and origin seals plans with. */
export function sealingOf(key: Uint8Array, origin: string, clock: Clock): readonly [Runtime, Signing] {
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const runtime = { clock, entropy: systemEntropy, log, observations: UNOBSERVED, traces: UNTRACED };
  return [runtime, { stateTokens: createStateTokens({ key, audience: origin }, clock), key, origin }];
}
