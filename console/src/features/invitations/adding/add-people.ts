import type { MassInviteAnswer } from '@orgdesk/client';
import { answerOf, clientOf } from '../../../lib/http-client.ts';

/** Fifty people take ten rounds of two calls at the code host, each of which may be slow. */
const ANSWER_LIMIT_MS = 300_000;

/** Adds up to fifty people to an organization without invitations, in a session of its own. */
export async function addPeople(
  sessionId: string,
  login: string,
  userLogins: readonly string[],
): Promise<MassInviteAnswer> {
  const sent = { path: { login }, query: { reasons: 'true' }, body: { userLogins: [...userLogins] } } as const;
  const { data } = await answerOf((options) => clientOf(sessionId).inviteMembers({ ...sent, ...options }), {
    limitMs: ANSWER_LIMIT_MS,
  });
  return data;
}
