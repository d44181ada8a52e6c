import type { SessionView } from '@orgdesk/client';
import { useQueryClient } from '@tanstack/react-query';
import { personalKey } from '../../../lib/query-client.ts';
import { IDLE } from '../runs/run.ts';
import { useRun } from '../runs/use-run.ts';
import { addPeople } from './add-people.ts';
import { type AddRun, answered, parseRun } from './add-run.ts';

const LEAVE_QUESTION =
  'People are being added. When you leave this page, no more are added than those under way. Leave it?';

/** Adds people where there are no invitations, in the session they were confirmed in. */
export function useAddRun(organization: string, session: SessionView) {
  const client = useQueryClient();
  return useRun<string, AddRun>(
    {
      key: `adding.${session.user.id}.${organization.toLowerCase()}`,
      idle: IDLE,
      parse: parseRun,
      send: async (batch, sessionId) => {
        const answer = await addPeople(sessionId, organization, batch);
        const now = new Date();
        return (run) => answered(run, batch, answer, now);
      },
      leaveQuestion: LEAVE_QUESTION,
      onEnd: () => void client.invalidateQueries({ queryKey: personalKey('members', organization) }),
    },
    session,
  );
}
