import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { Notice } from '../../../components/messages/notice.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { totalOf } from '../lists/list-page.ts';
import { PagedList } from '../lists/paged-list.tsx';
import { useReadOn } from '../lists/use-read-on.ts';
import { useSubject } from '../subject.tsx';
import { useTeams } from './get-teams.ts';
import type { TeamChange } from './team-change.ts';
import './team-list.css';
import { TeamPanel } from './team-panel.tsx';
import { TeamTree } from './team-tree.tsx';

/** Pages of 100 teams, because a team's parent may be on the last one. */
const PAGES_MAX = 10;

interface TeamListProps {
  readonly Change: TeamChange | null;
  readonly children?: ReactNode;
}

/** The URL fragment names the chosen team. */
export function TeamList({ Change, children }: TeamListProps) {
  const id = useId();
  const { login, name } = useSubject();
  const query = useTeams(login);
  const isReadingOn = useReadOn(query, PAGES_MAX);
  const navigate = useNavigate();
  const chosen = useLocation({ select: ({ hash }) => hash });
  const choose = (slug: string) =>
    void navigate({ to: '.', search: (before) => before, hash: slug, hashScrollIntoView: false, resetScroll: false });
  return (
    <section className="stack-12" aria-labelledby={id}>
      <SectionHeading id={id} title="Teams" of={name}>
        {children}
      </SectionHeading>
      <PagedList
        query={query}
        nouns={['team', 'teams']}
        of={name}
        isReadingOn={isReadingOn}
        emptyWords={`${name} has no teams that you can see.`}
      >
        {(teams) => {
          const team = teams.find(({ slug }) => slug === chosen);
          return (
            <>
              {chosen !== '' && team === undefined && !isReadingOn && (
                <Notice tone="info" role="status" title={`Team “${chosen}” not found`}>
                  <p>
                    {query.hasNextPage
                      ? 'Load more teams to find it.'
                      : 'It may have been renamed or deleted, or it’s secret and you aren’t a member.'}
                  </p>
                </Notice>
              )}
              <div className="team-list" data-chosen={team === undefined ? undefined : ''}>
                <TeamTree
                  organization={name}
                  teams={teams}
                  total={totalOf(query) ?? teams.length}
                  chosen={chosen}
                  onChoose={choose}
                />
                {team === undefined ? (
                  <p className="hint team-list-hint">Select a team to see its people.</p>
                ) : (
                  <TeamPanel key={team.slug} team={team} onClose={() => choose('')} onChoose={choose} Change={Change} />
                )}
              </div>
            </>
          );
        }}
      </PagedList>
    </section>
  );
}
