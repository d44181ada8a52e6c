import { CHECKS_REUSE_MS } from '../../lib/limits/operate.ts';
import type { Clock } from '../../lib/system.ts';
import { CHECKS } from './checks.ts';
import type { CheckName, Finding, Standing } from './finding.ts';
import { createReaders, type DoctorDeps, type WaitingProgress } from './readers.ts';

export interface ReportLine extends Finding {
  readonly check: CheckName;
}

export interface Report {
  /** The worst finding; notes count as ok. */
  readonly standing: Exclude<Standing, 'note'>;
  readonly lines: readonly ReportLine[];
  readonly unjudged: readonly { readonly check: CheckName; readonly because: CheckName }[];
  readonly checkedAt: Date;
}

/** Runs the checks concurrently. Changes nothing. */
export async function diagnose(
  deps: DoctorDeps,
  only: readonly CheckName[] | null = null,
  progress: WaitingProgress = () => {},
): Promise<Report> {
  const readers = createReaders(deps, progress);
  const checks = CHECKS.filter(({ name }) => only === null || only.includes(name));
  const results = await Promise.all(checks.map(async ({ name, run }) => ({ name, found: await run(readers) })));
  const lines = results.flatMap(({ name: check, found }) =>
    'blockedBy' in found ? [] : found.map((finding) => ({ check, ...finding })),
  );
  const unjudged = results.flatMap(({ name: check, found }) =>
    'blockedBy' in found ? [{ check, because: found.blockedBy }] : [],
  );
  return { standing: worstOf(lines), lines, unjudged, checkedAt: deps.clock.now() };
}

function worstOf(lines: readonly ReportLine[]): Report['standing'] {
  if (lines.some(({ standing }) => standing === 'failure')) return 'failure';
  return lines.some(({ standing }) => standing === 'warning') ? 'warning' : 'ok';
}

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
