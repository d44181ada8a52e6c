import { styleText } from 'node:util';
import { CHECKS_REUSE_MS } from '../../lib/limits/operate.ts';
import type { Clock } from '../../lib/system.ts';
import { CHECK_GROUPS, CHECK_NAMES, type Check, type CheckName, type Finding, type Standing } from './check.ts';
import {
  app,
  clientId,
  clientSecret,
  deliveries,
  events,
  permissions,
  slug,
  visibility,
  webhook,
} from './check-app.ts';
import { appWork } from './check-app-work.ts';
import { clock, codeHost, codeHostVersion, databaseClock, graphql } from './check-code-host.ts';
import {
  auditHeads,
  connections,
  database,
  disk,
  migrations,
  sameSecrets,
  tokenExpiry,
  tokenSecret,
} from './check-database.ts';
import { address, budget, installations, requests, suspended } from './check-installations.ts';
import { baseUrl, callback, hostName, listen, settings } from './check-settings.ts';
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

const BY_NAME = {
  settings,
  listen,
  'base-url': baseUrl,
  'host-name': hostName,
  'audit-heads': auditHeads,
  'code-host': codeHost,
  'code-host-version': codeHostVersion,
  graphql,
  app,
  visibility,
  clock,
  'client-id': clientId,
  slug,
  'client-secret': clientSecret,
  callback,
  permissions,
  events,
  webhook,
  deliveries,
  installations,
  suspended,
  requests,
  'app-work': appWork,
  budget,
  address,
  database,
  connections,
  'database-clock': databaseClock,
  migrations,
  disk,
  'token-secret': tokenSecret,
  'same-secrets': sameSecrets,
  'token-expiry': tokenExpiry,
} as const satisfies Readonly<Record<CheckName, Check>>;

export const CHECKS: readonly Check[] = CHECK_NAMES.map((name) => BY_NAME[name]);

type LineLabel = Standing | 'unjudged';

const LABELS: Readonly<Record<LineLabel, string>> = {
  ok: 'ok',
  note: 'note',
  warning: 'warning',
  failure: 'FAILURE',
  unjudged: '-',
};
const COLOURS = { ok: 'green', note: 'cyan', warning: 'yellow', failure: 'red', unjudged: 'dim' } as const;
const LABEL_WIDTH = 7;
const NAMED_MAX = 5;

export function reportText({ lines, unjudged }: Report, hasColours: boolean): string {
  const styled = (style: Parameters<typeof styleText>[0], text: string): string =>
    hasColours ? styleText(style, text, { validateStream: false }) : text;
  const width = Math.max(0, ...lines.map(({ check }) => check.length));
  const label = (kind: LineLabel): string => styled(COLOURS[kind], LABELS[kind].padEnd(LABEL_WIDTH));
  const lineText = ({ standing, check, fact, next }: ReportLine): string => {
    const first = `${label(standing)}  ${check.padEnd(width)}  ${fact}`;
    return next === null ? first : `${first}\n${' '.repeat(LABEL_WIDTH + width + 4)}→ ${next}`;
  };
  const groups = Object.entries(CHECK_GROUPS).flatMap(([title, names]) => {
    const found = lines.filter(({ check }) => names.some((name) => name === check));
    return found.length === 0 ? [] : [`${styled('bold', title)}\n${found.map(lineText).join('\n')}`];
  });
  const causes = [...Map.groupBy(unjudged, ({ because }) => because)];
  const missing = causes.map(([because, checks]) => `${label('unjudged')}  ${unjudgedText(because, checks)}`);
  return `${[...groups, ...(missing.length === 0 ? [] : [missing.join('\n')]), sumOf(lines, unjudged.length)].join('\n\n')}\n`;
}

function unjudgedText(because: CheckName, checks: readonly { readonly check: CheckName }[]): string {
  const names = checks.length > NAMED_MAX ? `${checks.length} checks` : checks.map(({ check }) => check).join(', ');
  return `${names}: not checked because of ${because}`;
}

function sumOf(lines: readonly ReportLine[], unjudged: number): string {
  const count = (kind: Standing) => lines.filter(({ standing }) => standing === kind).length;
  const notes = count('note');
  const parts = [
    countOf(count('failure'), 'failure'),
    countOf(count('warning'), 'warning'),
    ...(notes === 0 ? [] : [countOf(notes, 'note')]),
    `${count('ok')} ok`,
    ...(unjudged === 0 ? [] : [`${unjudged} not checked`]),
  ];
  return `${parts.join(', ')}.`;
}

const countOf = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Notes have standing `ok` and `note: true`. */
export const reportJson = ({ standing, lines, unjudged, checkedAt }: Report) => ({
  standing,
  checkedAt: checkedAt.toISOString(),
  lines: lines.map(({ check, standing: each, fact, next }) => ({
    check,
    standing: each === 'note' ? 'ok' : each,
    fact,
    next,
    ...(each === 'note' && { note: true }),
  })),
  unjudged,
});
