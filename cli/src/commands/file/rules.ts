import { ok, refuse } from '@orgdesk/contract/result';
import { describeRemote, parseWords } from '../../describe-remote.ts';

export const command = describeRemote({
  summary: 'shows or changes the rules about owners, which no file can loosen',
  usage: ['file rules ORGANIZATION'],
  about: `
A plan that leaves fewer owners than the rules demand, or takes the role of a required one, has a danger. What is not named
stays as it is. For owners.`,
  options: {
    json: { type: 'boolean', says: 'prints the rules as JSON' },
    'owners-min': { type: 'string', value: 'NUMBER', says: 'sets how many owners plans must leave' },
    required: { type: 'string', value: 'LOGIN,…', says: 'sets all required owners; "none" for none' },
  },
  exitCodes: {},
  example: 'orgdesk file rules acme --owners-min 2 --required ada,grace',
  parse: ({ 'owners-min': least = null, required = null }, words) => {
    const read = parseWords(words, ['ORGANIZATION']);
    if (!read.ok) return read;
    if (least !== null && !/^[1-9]\d{0,2}$/.test(least)) return refuse('--owners-min takes a number from 1');
    const logins = required === null ? null : required.split(',').flatMap((login) => login.trim() || []);
    if (logins?.length === 0) return refuse('--required takes usernames, or "none"');
    return ok({
      organization: read.value[0],
      ownersMin: least === null ? null : Number(least),
      requiredOwners: required === 'none' ? [] : logins,
    });
  },
  load: () => import('./run-rules.ts'),
});
