import { onlyPersonIn } from '@orgdesk/people-files/people-of-line';

/**
 * The usernames between commas, also of "Ken Thompson (@kt-dev)". Other words stay together, for the service to refuse:
 * each of them could be the username of a stranger.
 */
export const typedLogins = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => onlyPersonIn(part) ?? part);
