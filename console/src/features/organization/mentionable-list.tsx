import { RepoIcon } from '@primer/octicons-react';
import { Link, LinkButton } from '@primer/react';
import { EmptyState } from '../../components/empty-state.tsx';
import { organizationHref } from '../../lib/paths.ts';
import './mentionable-list.css';
import { useMentionablePeople } from './get-mentionable-people.ts';
import { PagedList } from './paged-list.tsx';
import { PeopleTable } from './people-table.tsx';
import type { Subject } from './subject.ts';

interface MentionableListProps {
  readonly subject: Subject;
  readonly repository: string;
}

/** Who can be mentioned in one repository, and the way back to all repositories. */
export function MentionableList({ subject, repository }: MentionableListProps) {
  const query = useMentionablePeople(subject.login, repository);
  return (
    <>
      <div className="mentionable-list-header">
        <h2 className="mentionable-list-title">People who can be mentioned in {repository}</h2>
        <Link href={organizationHref(subject.login, 'repositories')}>All repositories</Link>
      </div>
      <p className="mentionable-list-hint">
        Everybody who can be mentioned with @ there, not only those who contributed.
      </p>
      <PagedList
        subject={subject}
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
                <LinkButton href={organizationHref(subject.login, 'repositories')}>See the repositories</LinkButton>
                <LinkButton href={organizationHref(subject.login, 'installation')}>See what the App covers</LinkButton>
              </>
            }
          >
            It may have been renamed or removed, you may not be allowed to see it, or the App does not cover it.
          </EmptyState>
        }
      >
        {(people) => (
          <PeopleTable
            people={people}
            caption={`People who can be mentioned in ${repository}`}
            usualRole={null}
            codeHostUrl={subject.codeHostUrl}
          />
        )}
      </PagedList>
    </>
  );
}
