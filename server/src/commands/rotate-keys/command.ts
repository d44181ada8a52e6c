import { describeCommand, withoutWords } from '../command.ts';

export const command = describeCommand({
  summary: 'seals stored tokens anew with the first key of TOKEN_SECRET',
  usage: ['rotate-keys [--check]'],
  about: `
Seals all stored tokens anew with the first key of TOKEN_SECRET, so that the others can be left out at once instead of
after 24 hours. Every instance has to run with the new key in front already. The service goes on meanwhile, and nobody is
signed out. Stopped, it is started again and goes on with the rest. Needs DATABASE_URL and TOKEN_SECRET.`,
  options: {
    check: { type: 'boolean', says: 'changes nothing, and counts' },
    json: { type: 'boolean', says: 'answers with a line of JSON' },
  },
  exitCodes: {
    0: 'the first key opens all that any key opens: the others can be left out',
    1: 'not done: settings or database; standard error says which',
    3: 'with --check: some are sealed with another key. Without: an instance still seals with another one',
    4: 'as 0, and some sessions are not opened by any key; they have ended for those who had them',
    130: 'stopped by SIGINT, SIGTERM or SIGHUP; what was done stays',
  },
  example: 'TOKEN_SECRET=new,old npx orgdesk rotate-keys',
  parse: ({ check = false, json = false }, words) => withoutWords(words, { check, json }),
  load: () => import('./run.ts'),
});
