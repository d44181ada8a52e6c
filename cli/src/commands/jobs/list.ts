import { ok } from '@orgdesk/contract/result';
import type { JobKind } from '../../../../client/src/index.ts';
import { describeRemote, FORMAT_OPTIONS, parseWords } from '../../describe-remote.ts';

const KINDS: readonly JobKind[] = ['invitations', 'people-change', 'access-export', 'organization-file'];

export const command = describeRemote({
  summary: 'lists the latest jobs of an organization, newest first',
  usage: ['jobs list ORGANIZATION [--kind KIND]'],
  about: `KIND is ${KINDS.join(', ')}. For owners.`,
  options: {
    kind: { type: 'string', value: 'KIND', choices: KINDS, says: 'lists only jobs of this kind' },
    ...FORMAT_OPTIONS,
  },
  exitCodes: {},
  example: "orgdesk jobs list acme\norgdesk jobs list acme --json | jq -r '.[0].id'",
  parse: ({ kind }, words) => {
    const read = parseWords(words, ['ORGANIZATION']);
    const found = KINDS.find((each) => each === kind) ?? null;
    return read.ok ? ok({ organization: read.value[0], kind: found }) : read;
  },
  load: () => import('./run-list.ts'),
});
