import { LIST_EXIT_CODES } from '../../connection/stop.ts';
import { describeRemote, FORMAT_OPTIONS } from '../../describe-remote.ts';
import { CHANGE_OPTIONS, parseChange } from './change-options.ts';

export const command = describeRemote({
  summary: 'shows the effects of a change of people, without making it',
  usage: ['people preview ORGANIZATION CHANGE USERNAME …', 'people preview ORGANIZATION CHANGE --file FILE'],
  about: 'CHANGE is one of --role, --remove, --convert, --add-to-team and --remove-from-team. For owners.',
  options: { ...CHANGE_OPTIONS, ...FORMAT_OPTIONS },
  exitCodes: LIST_EXIT_CODES,
  example: 'orgdesk people preview acme --remove grace alan\norgdesk people preview acme --convert --file leaving.csv',
  parse: parseChange,
  load: () => import('./run-preview.ts'),
});
