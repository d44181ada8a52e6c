import { useMembers } from './get-members.ts';
import { PagedList } from './paged-list.tsx';
import { PeopleTable } from './people-table.tsx';
import type { Subject } from './subject.ts';

/** Everybody in an organization. */
export function MemberList({ subject }: { readonly subject: Subject }) {
  const query = useMembers(subject.login);
  return (
    <PagedList
      subject={subject}
      query={query}
      nouns={['person', 'people']}
      of={subject.name}
      emptyWords="The code host names nobody here."
    >
      {(people) => (
        <PeopleTable
          people={people}
          caption={`People of ${subject.name}`}
          usualRole="Member"
          codeHostUrl={subject.codeHostUrl}
        />
      )}
    </PagedList>
  );
}
