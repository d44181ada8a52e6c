import { useMembers } from './get-members.ts';
import { PagedList } from './paged-list.tsx';
import { PeopleTable } from './people-table.tsx';
import { useSubject } from './subject.tsx';

/** Everybody in an organization. */
export function MemberList() {
  const { login, name } = useSubject();
  const query = useMembers(login);
  return (
    <PagedList query={query} nouns={['person', 'people']} of={name} emptyWords="The code host names nobody here.">
      {(people) => <PeopleTable people={people} caption={`People of ${name}`} usualRole="Member" />}
    </PagedList>
  );
}
