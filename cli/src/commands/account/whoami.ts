import { withoutWords } from '@orgdesk/command-framework/describe-command';
import { describeRemote, FORMAT_OPTIONS } from '../../describe-remote.ts';

export const command = describeRemote({
  summary: 'shows who is signed in, where, and until when',
  usage: ['whoami'],
  about: 'Shows the person and the service of the session. The session itself is never printed.',
  options: FORMAT_OPTIONS,
  exitCodes: {},
  example: 'orgdesk whoami\norgdesk whoami --json | jq -r .login',
  parse: (_, words) => withoutWords(words, null),
  load: () => import('./run-whoami.ts'),
});
