import { AUDIT_PAGE_MAX } from '@orgdesk/contract/limits';
import { ok, refuse } from '@orgdesk/contract/result';
import { describeRemote, FORMAT_OPTIONS, parseWords } from '../../describe-remote.ts';
import { FILTER_OPTIONS, parseFilters } from './audit-filters.ts';

export const command = describeRemote({
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
  parse: ({ lines = '20', follow = false, ...values }, words) => {
    const read = parseWords(words, ['ORGANIZATION']);
    if (!read.ok) return read;
    const filters = parseFilters(values);
    if (!filters.ok) return filters;
    const count = /^\d{1,3}$/.test(lines) ? Number(lines) : 0;
    if (count < 1 || count > AUDIT_PAGE_MAX) return refuse(`--lines takes a number from 1 to ${AUDIT_PAGE_MAX}`);
    return ok({ organization: read.value[0], lines: count, follow, filters: filters.value });
  },
  load: () => import('./run-tail.ts'),
});
