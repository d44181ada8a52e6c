import { describeCommand, withoutWords } from '../command.ts';

export const command = describeCommand({
  summary: 'compares the cached installations with the code host once, and repairs the cache',
  usage: ['reconcile'],
  about: `
Compares the cached installations with the code host once, repairs the cache, asks for lost webhooks again, and says what
differed. The service does the same every RECONCILE_MINUTES. The summary goes to standard output, progress to standard
error.`,
  options: { json: { type: 'boolean', says: 'answers with a line of JSON' } },
  exitCodes: {
    0: 'done, also when some lists could not be fetched',
    1: 'not done: settings, database or code host; standard error says which',
    3: 'another instance is at it',
    130: 'stopped by SIGINT, SIGTERM or SIGHUP; what was done stays',
  },
  example: 'npx orgdesk reconcile\nnpx orgdesk reconcile --json 2>/dev/null',
  parse: ({ json = false }, words) => withoutWords(words, { json }),
  load: () => import('./run.ts'),
});
