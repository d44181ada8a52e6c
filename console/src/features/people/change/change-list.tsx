import type { PeopleChange } from '@orgdesk/client';
import { PeopleIcon } from '@primer/octicons-react';
import { VisuallyHidden } from '@primer/react';
import { useState } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { JobList } from '../../../components/jobs/job-list.tsx';
import { ChangePeopleDialog, ChangeRetry } from './change-people-dialog.tsx';
import { CHANGES, type ChosenPerson } from './change-texts.ts';
import { usePeopleChanges } from './changes-link.tsx';

interface ChangeListProps {
  readonly login: string;
  readonly organization: string;
}

export function ChangeList({ login, organization }: ChangeListProps) {
  const [again, setAgain] = useState<{
    readonly change: PeopleChange;
    readonly people: readonly ChosenPerson[];
  } | null>(null);
  usePeopleChanges(login);
  return (
    <>
      <JobList
        login={login}
        texts={CHANGES}
        mayRead
        title={
          <>
            Changes<VisuallyHidden> of people of {organization}</VisuallyHidden>
          </>
        }
        link={
          <PageLink to="/organizations/$login/people" params={{ login }}>
            All people
          </PageLink>
        }
        actions={(job) => (
          <ChangeRetry login={login} job={job} onRetry={(change, people) => setAgain({ change, people })} />
        )}
        empty={{
          icon: PeopleIcon,
          title: 'No changes yet',
          children:
            'Changes of roles, memberships, and teams appear here while they’re made, and for a few weeks after.',
        }}
      />
      {again !== null && (
        <ChangePeopleDialog login={login} organization={organization} {...again} onDone={() => setAgain(null)} />
      )}
    </>
  );
}
