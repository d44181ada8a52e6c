import { PagedList } from '../lists/paged-list.tsx';
import { useSubject } from '../subject.tsx';
import { useMembers } from './get-members.ts';
import { PeopleTable } from './people-table.tsx';

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
