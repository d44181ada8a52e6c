import { Label, VisuallyHidden } from '@primer/react';
import { useId, useMemo } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import type { ListRows } from '../../../components/list/list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { Portrait } from '../../../components/portrait.tsx';
import type { PersonItem } from '../lists/list-page.ts';
import { useSubject } from '../subject.tsx';
import './people-table.css';

interface PeopleContext {
  readonly organization: string;
  /** Label without a special role; null hides the column. */
  readonly usualRole: string | null;
}

const PEOPLE: ListRows<PersonItem, PeopleContext> = {
  keyOf: ({ login }) => login,
  columns: [
    {
      heading: 'Person',
      width: 'rest',
      cell: ({ login, name, avatarUrl }, { organization }) => (
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
      ),
    },
    {
      heading: 'Role',
      width: 'narrow',
      isShown: ({ usualRole }) => usualRole !== null,
      cell: ({ role }, { usualRole }) => (
        <Label variant={role === null ? 'secondary' : 'accent'}>{role ?? usualRole}</Label>
      ),
    },
  ],
};

interface PeopleTableProps extends Pick<PeopleContext, 'usualRole'> {
  readonly people: readonly PersonItem[];
  readonly caption: string;
}

export function PeopleTable({ people, caption, usualRole }: PeopleTableProps) {
  const { login: organization } = useSubject();
  const id = useId();
  const context = useMemo(() => ({ organization, usualRole }), [organization, usualRole]);
  return (
    <>
      <VisuallyHidden id={id}>{caption}</VisuallyHidden>
      <ListTable label={id} list={PEOPLE} rows={people} context={context} />
    </>
  );
}
