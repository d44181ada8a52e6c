import { withoutWords } from '@orgdesk/command-framework/describe-command';
import { describeRemote, JSON_OPTION } from '../../describe-remote.ts';

export const command = describeRemote({
  summary: 'ends the session and forgets it',
  usage: ['logout'],
  about: 'Ends the session of this command line at the service and removes it from the session file.',
  options: JSON_OPTION,
  exitCodes: {},
  example: 'orgdesk logout',
  parse: (_, words) => withoutWords(words, null),
  load: () => import('./run-logout.ts'),
});
