import type { PeopleChange, PersonAnswer } from '@orgdesk/client';
import { Button, VisuallyHidden } from '@primer/react';
import { useId, useRef, useState } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { ChangePeopleDialog } from '../change/change-people-dialog.tsx';

const COLUMNS = [
  { name: 'Team', width: 'rest' },
  { name: 'Role', width: 'narrow' },
] as const;
const ROLES = { maintainer: 'Maintainer', member: 'Member' } as const;

interface PersonTeamsProps {
  readonly login: string;
  readonly organization: string;
  readonly answer: PersonAnswer;
  readonly mayChange: boolean;
}

export function PersonTeams({ login, organization, answer: { person, teams }, mayChange }: PersonTeamsProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isSelf = useSignedIn().user.id === person.id;
  const [asked, setAsked] = useState<PeopleChange | null>(null);
  const offers = mayChange && !isSelf;
  return (
    <section className="person-view-part" aria-labelledby={id}>
      <SectionHeading id={id} title="Teams" heading={heading} />
      {teams === null || teams.length === 0 ? (
        <p className="person-view-hint">{person.login} is in no team that you can see.</p>
      ) : (
        <DataTable label={id} columns={offers ? [...COLUMNS, { name: 'Change', width: 'narrow' }] : COLUMNS}>
          {teams.map(({ id: teamId, slug, name, role }) => (
            <tr key={teamId}>
              <th scope="row">
                <PageLink to="/organizations/$login/teams" params={{ login }} hash={slug}>
                  {name}
                </PageLink>
              </th>
              <td>{ROLES[role]}</td>
              {offers && (
                <td>
                  <Button size="small" onClick={() => setAsked({ kind: 'remove-from-team', team: slug })}>
                    Take out…
                    <VisuallyHidden> of {name}</VisuallyHidden>
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </DataTable>
      )}
      {asked !== null && (
        <ChangePeopleDialog
          login={login}
          organization={organization}
          people={[person]}
          change={asked}
          onDone={(results) => {
            setAsked(null);
            // The pressed button disappears with its row.
            if (results.length > 0) heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}
