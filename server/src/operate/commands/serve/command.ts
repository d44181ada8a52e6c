import { withoutWords } from '@orgdesk/command-framework/describe-command';
import { describeCommand } from '../command.ts';

export const command = describeCommand({
  summary: 'runs the service; same as npm start',
  usage: ['[serve]'],
  about: `
Runs the service on HOST and PORT until SIGTERM or SIGINT. Migrates the database to this version's schema
first. Without code host settings, it uses a simulated code host, for evaluation.`,
  options: {},
  exitCodes: {
    0: 'stopped',
    1: 'invalid settings, startup failure, or incomplete shutdown; see standard error',
  },
  example: 'BASE_URL=https://orgdesk.example.com npx orgdesk serve',
  parse: (_, words) => withoutWords(words, null),
  warnsOfFile: true,
  load: () => import('./run.ts'),
});
