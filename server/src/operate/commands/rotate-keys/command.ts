import { withoutWords } from '@orgdesk/command-framework/describe-command';
import { describeCommand } from '../command.ts';

export const command = describeCommand({
  summary: 're-encrypts stored tokens with the first key of TOKEN_SECRET',
  usage: ['rotate-keys [--check]'],
  about: `
Re-encrypts all stored tokens with the first key of TOKEN_SECRET, so that you can remove the other keys now instead of
after 24 hours. Also replaces the key that signs heads of audit logs, if another key encrypts it. All instances must
already run with the new key first. The service keeps running, and nobody is signed out. If interrupted, run it again to
continue. Requires DATABASE_URL and TOKEN_SECRET.`,
  options: {
    check: { type: 'boolean', says: 'only counts; changes nothing' },
    json: { type: 'boolean', says: 'prints one line of JSON' },
  },
  exitCodes: {
    0: 'all that is readable uses the first key: the others can be removed',
    1: 'failed: settings or database; see standard error',
    3: 'with --check: some tokens use another key; otherwise: an instance still encrypts with another key',
    4: 'as 0, but no key decrypts some sessions, whose people must sign in again, or the key that signs heads',
    130: 'stopped by SIGINT, SIGTERM or SIGHUP; completed work is kept',
  },
  example: 'TOKEN_SECRET=new,old npx orgdesk rotate-keys',
  parse: ({ check = false, json = false }, words) => withoutWords(words, { check, json }),
  load: () => import('./run.ts'),
});
