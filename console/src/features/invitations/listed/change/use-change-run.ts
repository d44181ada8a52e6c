import type { SessionView } from '@orgdesk/client';
import { CHANGED_INVITATIONS_MAX } from '@orgdesk/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../../../lib/reading/http-client.ts';
import { invitationsQuery } from '../../../../lib/reading/invitations.ts';
import { useRun } from '../run.ts';
import { type ChosenInvitation, type InvitationChangeRun, idleRun, parseRun, withAnswer } from './change-run.ts';

/** The service changes up to `CHANGED_INVITATIONS_MAX` invitations per request, with several code host calls each. */
const ANSWER_LIMIT_MS = 120_000;
const LEAVE_QUESTION =
  'Changes are in progress. If you leave this page, the remaining invitations won’t be changed. Leave?';

/** Changes invitations in the session that selected them, then refetches the list. */
export function useChangeRun(organization: string, session: SessionView) {
  const client = useQueryClient();
  return useRun<ChosenInvitation, InvitationChangeRun>(
    {
      key: `invitation-changes.${session.user.id}.${organization.toLowerCase()}`,
      idle: idleRun('cancel'),
      parse: parseRun,
      size: CHANGED_INVITATIONS_MAX,
      send: async (batch, sessionId, { action }) => {
        const call = clientOf(sessionId)[action === 'send-again' ? 'sendInvitationsAgain' : 'cancelInvitations'];
        const sent = { path: { login: organization }, body: { ids: batch.map(({ id }) => id) } };
        const { data } = await answerOf((options) => call({ ...sent, ...options }), { limitMs: ANSWER_LIMIT_MS });
        const now = new Date();
        return (run) => withAnswer(run, batch, data, now);
      },
      leaveQuestion: LEAVE_QUESTION,
      onEnd: () => void client.invalidateQueries(invitationsQuery(organization)),
    },
    session,
  );
}
