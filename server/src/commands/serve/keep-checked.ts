import type { Report } from '../../doctor/diagnose.ts';
import { CHECK_NAMES, type CheckName } from '../../doctor/finding.ts';
import { CHECKS_INTERVAL_MS } from '../../domain/limits/set-up-checks.ts';
import type { Log } from '../../ports/system.ts';

export interface KeepCheckedDeps {
  readonly report: () => Promise<Report>;
  readonly noteFindings: (checks: readonly CheckName[], lines: Report['lines']) => void;
  /** Null when the address of the service has no certificate. */
  readonly certificateExpiry: (() => Promise<Date | null>) | null;
  readonly noteCertificateExpiry: (at: Date | null) => void;
  readonly log: Log;
}

/**
 * Checks the set-up and the certificate at once and at an interval, until it is told to stop. At the start, BASE_URL is left
 * out: a load balancer sends nobody yet to an instance that has only just begun.
 */
export function keepChecked(deps: KeepCheckedDeps, everyMs = CHECKS_INTERVAL_MS): () => void {
  const { report, noteFindings, certificateExpiry, noteCertificateExpiry, log } = deps;
  const check = async (names: readonly CheckName[]) => {
    const { lines } = await report();
    noteFindings(names, lines);
    if (certificateExpiry !== null) noteCertificateExpiry(await certificateExpiry());
  };
  const start = (names: readonly CheckName[]) =>
    void check(names).catch((error: unknown) => log.warn({ err: error }, 'the set-up could not be checked'));
  start(CHECK_NAMES.filter((name) => name !== 'base-url'));
  const timer = setInterval(start, everyMs, CHECK_NAMES).unref();
  return () => clearInterval(timer);
}
