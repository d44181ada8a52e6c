import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react';
import { Label } from '@primer/react';
import { useId, useState } from 'react';
import { Notice } from '../../../components/messages/notice.tsx';
import { counted } from '../../../lib/words/reader-locale.ts';
import { PagedList } from '../lists/paged-list.tsx';
import { PeopleTable } from '../people/people-table.tsx';
import { useSubject } from '../subject.tsx';
import { useTeamMembers } from './get-team-members.ts';
import { type Team, useTeams } from './get-teams.ts';
import './team-list.css';

/** Lists teams. The URL fragment names the last opened one. */
export function TeamList() {
  const { login, name } = useSubject();
  const query = useTeams(login);
  const [named] = useState(slugHere);
  return (
    <PagedList query={query} nouns={['team', 'teams']} of={name} emptyWords={`${name} has no teams that you can see.`}>
      {(teams) => (
        <>
          {named !== '' && !teams.some(({ slug }) => slug === named) && (
            <Notice tone="info" role="status" title={`Team “${named}” not found`}>
              <p>
                {query.hasNextPage
                  ? 'Load more teams to look for it.'
                  : 'It may have been renamed or removed, or it’s secret and you aren’t a member.'}
              </p>
            </Notice>
          )}
          <ul className="team-list">
            {teams.map((team) => (
              <TeamItem key={team.slug} team={team} />
            ))}
          </ul>
        </>
      )}
    </PagedList>
  );
}

interface TeamItemProps {
  readonly team: Team;
}

function TeamItem({ team }: TeamItemProps) {
  const id = useId();
  const { slug, name, description, privacy, parentTeam, members, repositories } = team;
  const [isOpen, setIsOpen] = useState(() => slugHere() === slug);
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;

  const toggle = () => {
    setIsOpen(!isOpen);
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', pathname + search + (isOpen ? '' : `#${slug}`));
  };

  return (
    <li className="team-list-item">
      <div className="team-list-row">
        <h2 className="team-list-name">
          <button
            type="button"
            className="team-list-toggle"
            aria-expanded={isOpen}
            aria-controls={id}
            data-row
            onClick={toggle}
          >
            <Chevron />
            {name}
          </button>
        </h2>
        {privacy === 'SECRET' && <Label variant="attention">Secret</Label>}
        <span className="team-list-facts">
          {counted(members.totalCount, 'person', 'people')},{' '}
          {counted(repositories.totalCount, 'repository', 'repositories')}
        </span>
        {((description ?? '') !== '' || parentTeam !== null) && (
          <p className="team-list-about">
            {parentTeam !== null && <span>Part of {parentTeam.name}. </span>}
            {description}
          </p>
        )}
      </div>
      <div className="team-list-people" id={id} hidden={!isOpen}>
        {isOpen && <TeamPeople team={team} />}
      </div>
    </li>
  );
}

function TeamPeople({ team }: TeamItemProps) {
  const { login } = useSubject();
  const query = useTeamMembers(login, team.slug);
  return (
    <PagedList
      query={query}
      nouns={['person', 'people']}
      of={team.name}
      emptyWords="This team has no direct members. Its child teams may have some."
      notFound={
        <Notice tone="info" role="status" title={`Team ${team.name} not found`}>
          <p>It may have been renamed or removed. Reload the page.</p>
        </Notice>
      }
    >
      {(people) => <PeopleTable people={people} caption={`People of ${team.name}`} usualRole="Member" />}
    </PagedList>
  );
}

/** Returns the team slug from the URL, or an empty string. */
function slugHere(): string {
  const written = window.location.hash.slice(1);
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
