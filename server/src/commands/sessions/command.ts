import { ok, type Result, refuse } from '../../domain/result.ts';
import { describeCommand } from '../command.ts';
import type { SessionsCommand } from './run.ts';

export const command = describeCommand({
  summary: 'counts who is signed in, lists the sessions of somebody, or ends them',
  usage: ['sessions count', 'sessions list USER', 'sessions end USER [SESSION]'],
  about: `
count  how many sessions there are, of how many people
list   where somebody is signed in; USER is a login or a number of the code host
end    ends all sessions of somebody, or one of that list, at once and on every instance`,
  options: { json: { type: 'boolean', says: 'answers with a line of JSON' } },
  exitCodes: {
    0: 'done',
    1: 'not done: settings or database; standard error says which',
    3: 'there is no such person or session',
  },
  example: 'npx orgdesk sessions list ada\nnpx orgdesk sessions end ada --json',
  parse: ({ json = false }, words) => parseSessionsCommand(json, words),
  load: () => import('./run.ts'),
});

function parseSessionsCommand(
  json: boolean,
  [action, user, session, ...others]: readonly string[],
): Result<SessionsCommand, string> {
  const isWhole = others.length === 0 && user !== '' && session !== '';
  if (isWhole && action === 'count' && user === undefined) return ok({ json, action });
  if (isWhole && action === 'list' && user !== undefined && session === undefined) return ok({ json, action, user });
  if (isWhole && action === 'end' && user !== undefined) return ok({ json, action, user, session: session ?? null });
  return refuse('sessions takes count, list USER, or end USER [SESSION]');
}
