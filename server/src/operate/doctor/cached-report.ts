import { CHECKS_REUSE_MS } from '../../lib/limits/set-up-checks.ts';
import type { Clock } from '../../lib/system.ts';
import type { Report } from './diagnose.ts';

/** Shares one report per minute among all callers. */
export function createCachedReport(check: () => Promise<Report>, clock: Clock): () => Promise<Report> {
  let latest: { readonly report: Promise<Report>; readonly since: number } | null = null;
  return () => {
    const now = clock.now().getTime();
    if (latest === null || Math.abs(now - latest.since) >= CHECKS_REUSE_MS) {
      const cached = { report: check(), since: now };
      latest = cached;
      // A failed check is not cached.
      cached.report.catch(() => {
        if (latest === cached) latest = null;
      });
    }
    return latest.report;
  };
}
