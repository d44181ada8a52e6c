import { CHECKS_INTERVAL_MS } from '../../../lib/limits/operate.ts';
import type { Log } from '../../../lib/system.ts';
import { CHECK_NAMES, type CheckName } from '../../doctor/check.ts';
import type { Report } from '../../doctor/diagnose.ts';

interface KeepCheckedDeps {
  readonly report: () => Promise<Report>;
  readonly noteFindings: (checks: readonly CheckName[], lines: Report['lines']) => void;
  /** Null if BASE_URL is not HTTPS. */
  readonly certificateExpiry: (() => Promise<Date | null>) | null;
  readonly noteCertificateExpiry: (at: Date | null) => void;
  readonly log: Log;
}

/**
 * Checks the setup now and at an interval. The first check skips BASE_URL, because load balancers do not use a new
 * instance yet.
 */
export function keepChecked(deps: KeepCheckedDeps, everyMs = CHECKS_INTERVAL_MS): () => void {
  const { report, noteFindings, certificateExpiry, noteCertificateExpiry, log } = deps;
  const check = async (names: readonly CheckName[]) => {
    const { lines } = await report();
    noteFindings(names, lines);
    if (certificateExpiry !== null) noteCertificateExpiry(await certificateExpiry());
  };
  const start = (names: readonly CheckName[]) =>
    void check(names).catch((error: unknown) => log.warn({ err: error }, 'could not check the setup'));
  start(CHECK_NAMES.filter((name) => name !== 'base-url'));
  const timer = setInterval(start, everyMs, CHECK_NAMES).unref();
  return () => clearInterval(timer);
}
