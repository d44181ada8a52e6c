import type { Runtime } from '../../../src/domain/runtime.ts';
import { createStateTokens, type Signing } from '../../../src/lib/state-token.ts';
import type { Clock } from '../../../src/lib/system.ts';
import { runtimeWith } from '../../support/runtime.ts';

/** What a service with this key and origin seals plans with. */
export function sealingOf(key: Uint8Array, origin: string, clock: Clock): readonly [Runtime, Signing] {
  return [runtimeWith({ clock }), { stateTokens: createStateTokens({ key, audience: origin }, clock), key, origin }];
}
