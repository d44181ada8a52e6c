import type { SessionView } from '@orgdesk/client';
import { useQueryClient } from '@tanstack/react-query';
import { invitationsQuery } from '../listed/get-invitations.ts';
import { IDLE } from '../runs/run.ts';
import { useRun } from '../runs/use-run.ts';
import { invitePeople } from './invite-people.ts';
import { answered, type InviteRun, parseRun } from './invite-run.ts';

const LEAVE_QUESTION =
  'Invitations are being sent. When you leave this page, no more are sent than those under way. Leave it?';

/** Sends invitations, in the session they were confirmed in. */
export function useInviteRun(organization: string, session: SessionView) {
  const client = useQueryClient();
  return useRun<string, InviteRun>(
    {
      key: `invitations.${session.user.id}.${organization.toLowerCase()}`,
      idle: IDLE,
      parse: parseRun,
      send: async (batch, sessionId) => {
        const answer = await invitePeople(sessionId, organization, batch);
        const now = new Date();
        return (run) => answered(run, batch, answer, now);
      },
      leaveQuestion: LEAVE_QUESTION,
      onEnd: () => void client.invalidateQueries(invitationsQuery(organization)),
    },
    session,
  );
}
