import { Button, Label, VisuallyHidden } from '@primer/react';
import { useId, useMemo } from 'react';
import { PageLink } from '../../components/controls/page-link.tsx';
import type { ListRows } from '../../components/list/list.ts';
import { ListTable } from '../../components/list/list-table.tsx';
import { PersonLine } from '../../components/person-line.tsx';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import type { PersonItem } from './paged-list.tsx';
import { useSubject } from './subject.tsx';

interface PeopleTableContext {
  readonly organization: string;
  /** Label without a special role; null hides the column. */
  readonly usualRole: string | null;
  readonly onRemove: ((person: PersonItem) => void) | null;
  /** Nobody removes themselves. */
  readonly viewerId: number;
}

const PEOPLE: ListRows<PersonItem, PeopleTableContext> = {
  name: 'people-of',
  keyOf: ({ login }) => login,
  columns: [
    {
      heading: 'Person',
      width: 'rest',
      cell: ({ login, name, avatarUrl }, { organization }, { stop }) => (
        <PersonLine
          login={login}
          name={name}
          avatarUrl={avatarUrl}
          link={(text) => (
            <PageLink
              {...stop}
              to="/organizations/$login/people/$person"
              params={{ login: organization, person: login }}
              data-row
            >
              {text}
            </PageLink>
          )}
        />
      ),
    },
    {
      heading: 'Role',
      width: 'narrow',
      isShown: ({ usualRole }) => usualRole !== null,
      cell: ({ role }, { usualRole }) => (role === null ? usualRole : <Label variant="accent">{role}</Label>),
    },
    {
      heading: 'Change',
      width: 'action',
      className: 'action-cell',
      isShown: ({ onRemove }) => onRemove !== null,
      cell: (person, { onRemove, viewerId }) =>
        person.id !== null &&
        person.id !== viewerId && (
          <Button size="small" onClick={() => onRemove?.(person)}>
            Remove…
            <VisuallyHidden> {person.login}</VisuallyHidden>
          </Button>
        ),
    },
  ],
};

interface PeopleTableProps extends Pick<PeopleTableContext, 'usualRole'> {
  readonly onRemove?: PeopleTableContext['onRemove'];
  readonly people: readonly PersonItem[];
  readonly caption: string;
}

export function PeopleTable({ people, caption, usualRole, onRemove = null }: PeopleTableProps) {
  const { login: organization } = useSubject();
  const id = useId();
  const viewerId = useSignedIn().user.id;
  const context = useMemo(
    () => ({ organization, usualRole, onRemove, viewerId }),
    [organization, usualRole, onRemove, viewerId],
  );
  return (
    <>
      <VisuallyHidden id={id}>{caption}</VisuallyHidden>
      <ListTable label={id} list={PEOPLE} rows={people} context={context} />
    </>
  );
}
