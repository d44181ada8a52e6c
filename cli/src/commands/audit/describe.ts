import type { Options } from '@orgdesk/command-framework/describe-command';
import { AUDIT_PAGE_MAX } from '@orgdesk/contract/limits';
import { ok, type Result, refuse } from '@orgdesk/contract/result';
import type { AuditFilters, AuditOutcome } from '../../../../client/src/index.ts';
import { describeRemote, FORMAT_OPTIONS, parseArguments } from '../../describe-remote.ts';

const OUTCOMES: readonly AuditOutcome[] = ['done', 'refused', 'unknown', 'under-way'];

const FILTER_OPTIONS = {
  actor: { type: 'string', value: 'USERNAME', says: 'only entries of this person' },
  target: { type: 'string', value: 'NAME', says: 'only entries about this person, team, repository or job' },
  action: { type: 'string', value: 'ACTION', says: 'only this action, such as member.added, or its first part' },
  outcome: { type: 'string', value: 'OUTCOME', choices: OUTCOMES, says: 'done, refused, unknown or under-way' },
  since: { type: 'string', value: 'TIME', says: 'from this day or time on (ISO 8601)' },
  until: { type: 'string', value: 'TIME', says: 'before this day or time' },
} as const satisfies Options;

type FilterValues = { readonly [Name in keyof typeof FILTER_OPTIONS]?: string | undefined };

function parseFilters(values: FilterValues): Result<AuditFilters, string> {
  const outcome = OUTCOMES.find((each) => each === values.outcome);
  const { actor, target, action, since, until } = values;
  return ok({
    ...(actor !== undefined && { actor }),
    ...(target !== undefined && { target }),
    ...(action !== undefined && { action }),
    ...(outcome !== undefined && { outcome }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  });
}

export const auditTail = describeRemote({
  summary: 'shows the newest entries of the audit log, and follows it',
  usage: ['audit tail ORGANIZATION [--lines NUMBER] [--follow]'],
  about: `
Prints the newest entries, oldest first, one per line. With --follow, prints new ones as they come, until Ctrl-C; one whose
outcome was not known comes again with it. JSON is one object per line. For owners.`,
  options: {
    lines: { type: 'string', short: 'n', value: 'NUMBER', says: `how many entries (20, at most ${AUDIT_PAGE_MAX})` },
    follow: { type: 'boolean', short: 'f', says: 'goes on with new entries' },
    ...FILTER_OPTIONS,
    ...FORMAT_OPTIONS,
  },
  exitCodes: {},
  example: 'orgdesk audit tail acme --follow\norgdesk audit tail acme -n 5 --action member --json',
  parse: ({ lines = '20', follow = false, ...values }, args) => {
    const read = parseArguments(args, ['ORGANIZATION']);
    if (!read.ok) return read;
    const filters = parseFilters(values);
    if (!filters.ok) return filters;
    const count = /^\d{1,3}$/.test(lines) ? Number(lines) : 0;
    if (count < 1 || count > AUDIT_PAGE_MAX) return refuse(`--lines takes a number from 1 to ${AUDIT_PAGE_MAX}`);
    return ok({ organization: read.value[0], lines: count, follow, filters: filters.value });
  },
  load: async () => ({ run: (await import('./run.ts')).tailTrail }),
});

export const auditExport = describeRemote({
  summary: 'writes the audit log as CSV or JSON lines',
  usage: ['audit export ORGANIZATION [--since TIME] [--output FILE]'],
  about:
    'Writes entries, newest first, as CSV or with --json as one object per line. The export is itself in the audit log. For owners.',
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', says: 'writes into this file instead of standard output' },
    json: { type: 'boolean', says: 'writes one JSON object per line' },
    ...FILTER_OPTIONS,
  },
  exitCodes: {},
  example: 'orgdesk audit export acme --since 2026-11-01 --output november.csv',
  parse: ({ output = null, json = false, ...values }, args) => {
    const read = parseArguments(args, ['ORGANIZATION']);
    if (!read.ok) return read;
    const filters = parseFilters(values);
    return filters.ok ? ok({ organization: read.value[0], output, json, filters: filters.value }) : filters;
  },
  load: async () => ({ run: (await import('./run.ts')).exportTrail }),
});
