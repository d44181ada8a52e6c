import { describeCommand } from '../../../../server/src/commands/framework/describe-command.ts';
import { ok } from '../../../../server/src/domain/result.ts';

export const command = describeCommand({
  summary: 'lists what can follow; called by the script of completion',
  usage: ['complete -- WORD …'],
  about: 'Prints commands and options that can follow the words, with what they do.',
  options: {},
  exitCodes: { 0: 'done' },
  example: 'orgdesk complete -- people l',
  parse: (_, words) => ok(words),
  load: () => import('./run-complete.ts'),
});
