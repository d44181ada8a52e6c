import { LIST_EXIT_CODES } from '../../connection/stop.ts';
import { describeRemote, FORMAT_OPTIONS, parseWords } from '../../describe-remote.ts';

export const command = describeRemote({
  summary: 'shows a person of an organization',
  usage: ['people show ORGANIZATION USERNAME'],
  about: 'Shows role and teams and, for owners, two-factor authentication and the invitations that the person sent.',
  options: FORMAT_OPTIONS,
  exitCodes: LIST_EXIT_CODES,
  example: 'orgdesk people show acme grace',
  parse: (_, words) => parseWords(words, ['ORGANIZATION', 'USERNAME']),
  load: () => import('./run-show.ts'),
});
