import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { misfitsIn } from '../described-calls.ts';
import { sharedService } from './shared-service.ts';
import { signInQuietly } from './sign-in-quietly.ts';

/**
 * A service of the suite's own, whose time tests alone move. After each test, every REST call that was sent to the code
 * host is one that its maker describes, with its parameters and its body.
 */
export function stoppedService(options: Parameters<typeof sharedService>[0] = {}) {
  const service = sharedService(options);
  const world = () => service().simulator.world;
  const control = () => service().simulator.control;
  beforeAll(() => service().clock.stop());
  beforeEach(() => {
    control().clearFaults();
    control().clearRequests();
    control().clearChanges();
    // A minute of its own: what somebody is counts for that long.
    service().clock.advance(61_000);
  });
  afterEach(() => expect(misfitsIn(service().simulator, options.hostKind ?? 'cloud')).toEqual([]));
  return { service, world, control, signIn: signInQuietly(service) };
}
