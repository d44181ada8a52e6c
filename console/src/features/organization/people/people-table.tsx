import { Label, Link, VisuallyHidden } from '@primer/react';
import { useId } from 'react';
import { Portrait } from '../../../components/portrait.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { useCodeHost } from '../../../lib/code-host.ts';
import { profileHref } from '../../../lib/paths.ts';
import type { Person } from '../lists/list-page.ts';
import './people-table.css';

const WITH_ROLE = [
  { name: 'Person', width: 'rest' },
  { name: 'Role', width: 'narrow' },
] as const;
const WITHOUT_ROLE = [{ name: 'Person', width: 'rest' }] as const;

interface PeopleTableProps {
  readonly people: readonly Person[];
  /** What the table is called. */
  readonly caption: string;
  /** What everybody is who is nothing special; null where there are no roles. */
  readonly usualRole: string | null;
}

/** People with picture, name and role; each leads to the profile at the code host. */
export function PeopleTable({ people, caption, usualRole }: PeopleTableProps) {
  const { url: codeHostUrl } = useCodeHost();
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
                  {codeHostUrl === null ? (
                    <span data-row tabIndex={-1}>
                      {name ?? login}
                    </span>
                  ) : (
                    <Link className="people-table-link" href={profileHref(codeHostUrl, login)} data-row>
                      {name ?? login}
                    </Link>
                  )}
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
