import { CHECKS_REUSE_MS } from '../domain/limits/set-up-checks.ts';
import type { Clock } from '../ports/system.ts';
import type { Report } from './diagnose.ts';

/** The report of a running service: checked at most once a minute, however many ask at the same time. */
export function createKeptReport(check: () => Promise<Report>, clock: Clock): () => Promise<Report> {
  let latest: { readonly report: Promise<Report>; readonly since: number } | null = null;
  return () => {
    const now = clock.now().getTime();
    if (latest === null || Math.abs(now - latest.since) >= CHECKS_REUSE_MS) {
      const kept = { report: check(), since: now };
      latest = kept;
      // A surprise is not kept.
      kept.report.catch(() => {
        if (latest === kept) latest = null;
      });
    }
    return latest.report;
  };
}
