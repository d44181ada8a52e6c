import type { PeopleChange, PersonAnswer } from '@orgdesk/client';
import { Button, VisuallyHidden } from '@primer/react';
import { useId, useMemo, useRef, useState } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import type { ListRows } from '../../../components/list/list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { noneRead, type Read } from '../../../lib/reading/read.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { ChangePeopleDialog } from '../change/change-people-dialog.tsx';

const ROLES = { maintainer: 'Maintainer', member: 'Member' } as const;

interface TeamContext {
  readonly login: string;
  readonly onTakeOut: ((slug: string) => void) | null;
}

const TEAMS: ListRows<NonNullable<PersonAnswer['teams']>[number], TeamContext> = {
  name: 'person-teams',
  keyOf: ({ id }) => id,
  columns: [
    {
      heading: 'Team',
      width: 'rest',
      cell: ({ slug, name }, { login }, { stop }) => (
        <PageLink {...stop} to="/organizations/$login/teams" params={{ login }} hash={slug}>
          {name}
        </PageLink>
      ),
    },
    { heading: 'Role', width: 'narrow', cell: ({ role }) => ROLES[role] },
    {
      heading: 'Change',
      width: 'action',
      className: 'action-cell',
      isShown: ({ onTakeOut }) => onTakeOut !== null,
      cell: ({ slug, name }, { onTakeOut }, { stop }) => (
        <Button {...stop} variant="danger" size="small" onClick={() => onTakeOut?.(slug)}>
          Remove…
          <VisuallyHidden> from {name}</VisuallyHidden>
        </Button>
      ),
    },
  ],
};

interface PersonTeamsProps {
  readonly login: string;
  readonly organization: string;
  readonly answer: PersonAnswer;
  readonly read: Read<number>;
  readonly mayChange: boolean;
}

export function PersonTeams({ login, organization, answer: { person, teams }, read, mayChange }: PersonTeamsProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isSelf = useSignedIn().user.id === person.id;
  const [requestedChange, setRequestedChange] = useState<PeopleChange | null>(null);
  const offers = mayChange && !isSelf;
  const context = useMemo(
    () => ({
      login,
      onTakeOut: offers ? (team: string) => setRequestedChange({ kind: 'remove-from-team', team }) : null,
    }),
    [login, offers],
  );
  return (
    <section className="stack-12" aria-labelledby={id}>
      <SectionHeading id={id} title="Teams" heading={heading} />
      {teams === null || teams.length === 0 ? (
        noneRead(read, <p className="person-view-hint">{person.login} isn’t in any team you can see.</p>)
      ) : (
        <ListTable label={id} list={TEAMS} rows={teams} context={context} />
      )}
      {requestedChange !== null && (
        <ChangePeopleDialog
          login={login}
          organization={organization}
          people={[person]}
          change={requestedChange}
          onDone={(job) => {
            setRequestedChange(null);
            // The pressed button disappears with its row.
            if (job !== null) heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}
