import { ok } from '@orgdesk/contract/result';
import { describeRemote, parseWords } from '../../describe-remote.ts';
import { FILTER_OPTIONS, parseFilters } from './audit-filters.ts';

export const command = describeRemote({
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
  parse: ({ output = null, json = false, ...values }, words) => {
    const read = parseWords(words, ['ORGANIZATION']);
    if (!read.ok) return read;
    const filters = parseFilters(values);
    return filters.ok ? ok({ organization: read.value[0], output, json, filters: filters.value }) : filters;
  },
  load: () => import('./run-export.ts'),
});
