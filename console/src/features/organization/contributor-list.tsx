import { RepoIcon } from '@primer/octicons-react';
import { Link, LinkButton } from '@primer/react';
import { EmptyState } from '../../components/empty-state.tsx';
import { organizationHref } from '../../lib/paths.ts';
import './contributor-list.css';
import { useContributors } from './get-contributors.ts';
import { PagedList } from './paged-list.tsx';
import { PeopleTable } from './people-table.tsx';
import type { Subject } from './subject.ts';

interface ContributorListProps {
  readonly subject: Subject;
  readonly repository: string;
}

/** The contributors of one repository, and the way back to all repositories. */
export function ContributorList({ subject, repository }: ContributorListProps) {
  const query = useContributors(subject.login, repository);
  return (
    <>
      <div className="contributor-list-header">
        <h2 className="contributor-list-title">Contributors of {repository}</h2>
        <Link href={organizationHref(subject.login, 'repositories')}>All repositories</Link>
      </div>
      <p className="contributor-list-hint">Everybody who can be mentioned there, as the code host counts them.</p>
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
            caption={`Contributors of ${repository}`}
            usualRole={null}
            codeHostUrl={subject.codeHostUrl}
          />
        )}
      </PagedList>
    </>
  );
}
