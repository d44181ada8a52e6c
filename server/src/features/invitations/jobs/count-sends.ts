import type { Runtime } from '../../../domain/runtime.ts';
import type { CountSends } from '../../../jobs/store/sends.ts';
import type { JobStore } from '../../../jobs/store/types.ts';
import { randomHex } from '../../../lib/crypto/secrets.ts';

/** Writes the planned count, and corrects it if another number was sent. */
export function countSends(
  { clock, entropy, log }: Runtime,
  jobs: JobStore,
  of: Parameters<CountSends>[0],
  planned: number,
): (sent: number) => void {
  const batch = { id: randomHex(entropy, 16), ...of, at: clock.now() };
  const count = (sent: number) =>
    jobs
      .countBatch({ ...batch, sent })
      .catch((error: unknown) => log.warn({ err: error }, 'could not count invitations sent outside of jobs'));
  const firstCount = count(planned);
  return (sent) => {
    if (sent !== planned) void firstCount.then(() => count(sent));
  };
}
