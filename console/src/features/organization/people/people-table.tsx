import { Label, VisuallyHidden } from '@primer/react';
import { useId } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { Portrait } from '../../../components/portrait.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Person } from '../lists/list-page.ts';
import { useSubject } from '../subject.tsx';
import './people-table.css';

const WITH_ROLE = [
  { name: 'Person', width: 'rest' },
  { name: 'Role', width: 'narrow' },
] as const;
const WITHOUT_ROLE = [{ name: 'Person', width: 'rest' }] as const;

interface PeopleTableProps {
  readonly people: readonly Person[];
  readonly caption: string;
  /** Label without a special role; null hides the column. */
  readonly usualRole: string | null;
}

export function PeopleTable({ people, caption, usualRole }: PeopleTableProps) {
  const { login: organization } = useSubject();
  const id = useId();
  return (
    <>
      <VisuallyHidden id={id}>{caption}</VisuallyHidden>
      <DataTable label={id} columns={usualRole === null ? WITHOUT_ROLE : WITH_ROLE}>
        {people.map(({ login, name, avatarUrl, role }) => (
          <tr key={login}>
            <th scope="row">
              <span className="people-table-person">
                <Portrait url={avatarUrl} login={login} size={32} />
                <span className="people-table-words">
                  <PageLink
                    className="people-table-link"
                    to="/organizations/$login/people/$person"
                    params={{ login: organization, person: login }}
                    data-row
                  >
                    {name ?? login}
                  </PageLink>
                  {name !== null && <span className="data-table-muted">{login}</span>}
                </span>
              </span>
            </th>
            {usualRole !== null && (
              <td>
                <Label variant={role === null ? 'secondary' : 'accent'}>{role ?? usualRole}</Label>
              </td>
            )}
          </tr>
        ))}
      </DataTable>
    </>
  );
}
