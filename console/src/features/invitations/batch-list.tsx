import type { Job, JobRow } from '@orgdesk/client';
import { ROLES } from '@orgdesk/people-files/cells';
import type { RowChange } from '@orgdesk/people-files/review';
import { PaperAirplaneIcon } from '@primer/octicons-react';
import { VisuallyHidden } from '@primer/react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PageLinkButton } from '../../components/controls/page-link.tsx';
import { JobRetry } from '../../components/jobs/job-actions.tsx';
import { JobList } from '../../components/jobs/job-list.tsx';
import { QuestionDialog } from '../../components/messages/dialog-frame.tsx';
import { readTeamNames, type TeamNames, teamName } from '../../lib/reading/all-teams.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { BATCHES } from './batch-texts.ts';
import { DRAFT_SUMMARY_ID, storedForm } from './stored-form.ts';

interface BatchListProps {
  readonly login: string;
  readonly organization: string;
  readonly mayRead: boolean;
}

export function BatchList({ login, organization, mayRead }: BatchListProps) {
  return (
    <JobList
      login={login}
      texts={BATCHES}
      mayRead={mayRead}
      title={
        <>
          Batches
          <VisuallyHidden> for {organization}</VisuallyHidden>
        </>
      }
      actions={(job) => <AgainStep login={login} job={job} />}
      empty={{
        icon: PaperAirplaneIcon,
        title: 'No batches yet',
        actions: (
          <PageLinkButton to="/organizations/$login/invitations/invite" params={{ login }}>
            Invite people to {organization}
          </PageLinkButton>
        ),
        children: 'Invitations appear here while they’re sent, and for a few weeks after.',
      }}
    />
  );
}

interface AgainStepProps {
  readonly login: string;
  readonly job: Job;
}

/** Puts uninvited people of a finished batch back into the form. */
function AgainStep({ login, job }: AgainStepProps) {
  const { user } = useSignedIn();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = storedForm(user.id, login);
  const [waiting, setWaiting] = useState<readonly RowChange[] | null>(null);
  const putBack = (rows: readonly RowChange[]) => {
    form.forgetDraft();
    form.putBack(rows);
    return navigate({ to: '/organizations/$login/invitations/invite', params: { login }, hash: DRAFT_SUMMARY_ID });
  };
  return (
    <>
      <JobRetry
        login={login}
        job={job}
        outcomes={['cancelled', 'refused', 'not-found', 'failed']}
        verb="Edit and resend"
        onRows={async (rows) => {
          const hasTeams = rows.some(({ teamIds }) => teamIds.length > 0);
          const changes = changesOf(rows, hasTeams ? await readTeamNames(queries, login) : new Map());
          if (form.hasDraft()) setWaiting(changes);
          else await putBack(changes);
        }}
      />
      {waiting !== null && (
        <QuestionDialog
          title="Replace the current draft?"
          yes="Replace"
          no="Keep draft"
          tone="danger"
          onAnswer={(isYes) => {
            setWaiting(null);
            if (isYes) void putBack(waiting);
          }}
        >
          The invite form has people who haven’t been invited.
        </QuestionDialog>
      )}
    </>
  );
}

/** Omits people whose address was deleted. */
const changesOf = (rows: readonly JobRow[], names: TeamNames): readonly RowChange[] =>
  rows.flatMap(({ login, email, role, teamIds }) => {
    const person = login ?? email;
    if (person === null) return [];
    return [
      {
        person,
        role: ROLES.find((name) => name === role) ?? null,
        teams: teamIds.map((id) => ({ id, name: teamName(names, id) })),
      },
    ];
  });
