import { describeCommand, withoutWords } from '../command.ts';

export const command = describeCommand({
  summary: 'runs the service; npm start does the same',
  usage: ['[serve]'],
  about: `
Runs the service until SIGTERM or SIGINT, on the address in HOST and PORT. Brings the database to this version's schema
first. Without any setting of the code host it runs against a simulated one, for trying out.`,
  options: {},
  exitCodes: {
    0: 'stopped',
    1: 'settings not usable, the service could not start, or closing was cut short; standard error says which',
  },
  example: 'BASE_URL=https://orgdesk.example.com npx orgdesk serve',
  parse: (_, words) => withoutWords(words, null),
  warnsOfFile: true,
  load: () => import('./run.ts'),
});
