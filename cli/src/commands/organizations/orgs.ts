import { withoutWords } from '@orgdesk/command-framework/describe-command';
import { describeRemote, FORMAT_OPTIONS } from '../../describe-remote.ts';

export const command = describeRemote({
  summary: 'lists your organizations',
  usage: ['orgs'],
  about: 'Lists the organizations that you belonged to when you signed in, with your role and the state of the App.',
  options: FORMAT_OPTIONS,
  exitCodes: {},
  example: "orgdesk orgs\norgdesk orgs --json | jq -r '.[].login'",
  parse: (_, words) => withoutWords(words, null),
  load: () => import('./run-orgs.ts'),
});
