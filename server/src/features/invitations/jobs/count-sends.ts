import type { CountSends, SendStore } from '../../../jobs/store/sends.ts';
import { randomHex } from '../../../lib/crypto/secrets.ts';
import type { Clock, Entropy, Log } from '../../../lib/system.ts';

export interface CountSendsDeps {
  readonly jobs: Pick<SendStore, 'countBatch'>;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
}

/** Writes the planned count, and corrects it if another number was sent. */
export function createCountSends({ jobs, clock, entropy, log }: CountSendsDeps): CountSends {
  return (of, planned) => {
    const batch = { id: randomHex(entropy, 16), ...of, at: clock.now() };
    const count = (sent: number) =>
      jobs
        .countBatch({ ...batch, sent })
        .catch((error: unknown) => log.warn({ err: error }, 'could not count invitations sent outside of jobs'));
    const firstCount = count(planned);
    return (sent) => {
      if (sent !== planned) void firstCount.then(() => count(sent));
    };
  };
}
