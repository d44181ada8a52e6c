import { PageLink } from '../../../components/controls/page-link.tsx';
import { NoRepository } from '../../../components/messages/no-repository.tsx';
import './mentionable-list.css';
import { PagedList } from '../lists/paged-list.tsx';
import { useSubject } from '../subject.tsx';
import { useMentionablePeople } from './get-mentionable-people.ts';
import { PeopleTable } from './people-table.tsx';

interface MentionableListProps {
  readonly repository: string;
}

export function MentionableList({ repository }: MentionableListProps) {
  const { login } = useSubject();
  const query = useMentionablePeople(login, repository);
  return (
    <>
      <div className="mentionable-list-header">
        <h2 className="mentionable-list-title">People who can be mentioned in {repository}</h2>
        <PageLink to="/organizations/$login/repositories" params={{ login }}>
          All repositories
        </PageLink>
      </div>
      <p className="hint">Everyone who can be mentioned with @, including people who haven’t contributed.</p>
      <PagedList
        query={query}
        nouns={['person', 'people']}
        of={repository}
        emptyWords="No one can be mentioned in this repository."
        notFound={
          <NoRepository login={login} repository={repository}>
            It may have been renamed or deleted, you may not have access, or the App may not cover it.
          </NoRepository>
        }
      >
        {(people) => (
          <PeopleTable people={people} caption={`People who can be mentioned in ${repository}`} usualRole={null} />
        )}
      </PagedList>
    </>
  );
}
