import type { MassInviteAnswer } from '@orgdesk/client';
import { answerOf, client } from '../../lib/http-client.ts';

/** Fifty people take ten rounds of two calls at the code host, each of which may be slow. */
const ANSWER_LIMIT_MS = 300_000;

/** Invites up to fifty people into an organization. */
export async function invitePeople(login: string, userLogins: readonly string[]): Promise<MassInviteAnswer> {
  const sent = { path: { login }, body: { userLogins } };
  const { data } = await answerOf((options) => client.inviteMembers({ ...sent, ...options }), {
    limitMs: ANSWER_LIMIT_MS,
  });
  return data;
}
