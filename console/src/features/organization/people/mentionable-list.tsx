import { RepoIcon } from '@primer/octicons-react';
import { PageLink, PageLinkButton } from '../../../components/controls/page-link.tsx';
import { EmptyState } from '../../../components/messages/empty-state.tsx';
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
      <p className="mentionable-list-hint">
        Everybody who can be mentioned with @ there, not only those who contributed.
      </p>
      <PagedList
        query={query}
        nouns={['person', 'people']}
        of={repository}
        emptyWords="The code host names nobody for this repository."
        notFound={
          <EmptyState
            icon={RepoIcon}
            title={`There is no repository “${repository}” to show`}
            actions={
              <>
                <PageLinkButton to="/organizations/$login/repositories" params={{ login }}>
                  See the repositories
                </PageLinkButton>
                <PageLinkButton to="/organizations/$login/installation" params={{ login }}>
                  See what the App covers
                </PageLinkButton>
              </>
            }
          >
            It may have been renamed or removed, you may not be allowed to see it, or the App does not cover it.
          </EmptyState>
        }
      >
        {(people) => (
          <PeopleTable people={people} caption={`People who can be mentioned in ${repository}`} usualRole={null} />
        )}
      </PagedList>
    </>
  );
}
