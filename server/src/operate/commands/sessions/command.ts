import { ok, type Result, refuse } from '../../../lib/result.ts';
import { describeCommand } from '../command.ts';
import type { SessionsCommand } from './run.ts';

export const command = describeCommand({
  summary: "counts sessions, and lists or ends a person's sessions",
  usage: ['sessions count', 'sessions list USER', 'sessions end USER [SESSION]'],
  about: `
count  shows the number of sessions and of people signed in
list   lists a person's sessions; USER is a login or user ID on the code host
end    ends all of a person's sessions, or one of them, immediately on every instance`,
  options: { json: { type: 'boolean', says: 'prints one line of JSON' } },
  exitCodes: {
    0: 'done',
    1: 'failed: settings or database; see standard error',
    3: 'person or session not found',
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
  return refuse('sessions requires count, list USER, or end USER [SESSION]');
}
