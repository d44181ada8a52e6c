import { withoutWords } from '@orgdesk/command-framework/describe-command';
import { describeCommand } from '../command.ts';

export const command = describeCommand({
  summary: 'compares the cached installations with the code host once, and repairs the cache',
  usage: ['reconcile'],
  about: `
Compares the cached installations with the code host once, repairs the cache, requests redelivery of lost webhooks, and
prints the differences. The service does the same every RECONCILE_MINUTES. The summary goes to standard output, progress to
standard error.`,
  options: { json: { type: 'boolean', says: 'prints one line of JSON' } },
  exitCodes: {
    0: 'completed, even if some lists could not be fetched',
    1: 'failed: settings, database or code host; see standard error',
    3: 'another instance is running a comparison',
    130: 'stopped by SIGINT, SIGTERM or SIGHUP; completed work is kept',
  },
  example: 'npx orgdesk reconcile\nnpx orgdesk reconcile --json 2>/dev/null',
  parse: ({ json = false }, words) => withoutWords(words, { json }),
  load: () => import('./run.ts'),
});
