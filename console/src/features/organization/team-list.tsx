import { Button } from '@primer/react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { PageLink } from '../../components/controls/page-link.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { SectionHeading } from '../../components/section-heading.tsx';
import { readFrom } from '../../lib/reading/read.ts';
import { type Team, useTeams } from './get-teams.ts';
import { PagedList, totalOf } from './paged-list.tsx';
import { useSubject } from './subject.tsx';
import { type TeamChange, TeamPanel, type TeamSettings, useReadOn } from './team-panel.tsx';
import { TeamTree } from './team-tree.tsx';
import './team-list.css';

/** Pages of 100 teams, because a team's parent may be on the last one. */
const PAGES_MAX = 10;

interface TeamListProps {
  readonly Change: TeamChange | null;
  readonly Settings: TeamSettings | null;
  readonly children?: ReactNode;
}

/** The URL fragment names the chosen team. */
export function TeamList({ Change, Settings, children }: TeamListProps) {
  const id = useId();
  const { login, name } = useSubject();
  const query = useTeams(login);
  const isReadingOn = useReadOn(query, PAGES_MAX);
  const [edited, setEdited] = useState<{ readonly team: Team | null } | null>(null);
  const [isStarted, setStarted] = useState(false);
  const navigate = useNavigate();
  const chosen = useLocation({ select: ({ hash }) => hash });
  const choose = (slug: string) =>
    void navigate({ to: '.', search: (before) => before, hash: slug, hashScrollIntoView: false, resetScroll: false });
  return (
    <section className="stack-12" aria-labelledby={id}>
      <SectionHeading id={id} title="Teams" of={name}>
        {children}
        {Settings !== null && <Button onClick={() => setEdited({ team: null })}>New team…</Button>}
      </SectionHeading>
      {isStarted && (
        <Notice tone="info" role="status" title="The team is being changed">
          <p>
            Its progress is under{' '}
            <PageLink to="/organizations/$login/file" params={{ login }}>
              As a file
            </PageLink>
            .
          </p>
        </Notice>
      )}
      {Settings !== null && edited !== null && (
        <Suspense>
          <Settings
            login={login}
            team={edited.team}
            onDone={(started) => {
              setEdited(null);
              setStarted(started);
            }}
          />
        </Suspense>
      )}
      <PagedList
        query={query}
        nouns={['team', 'teams']}
        of={name}
        isReadingOn={isReadingOn}
        emptyText={`${name} has no teams that you can see.`}
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
                  read={readFrom(query, {
                    all: `the teams of ${name}`,
                    value: () => teams.length,
                    unread: ({ pages }) =>
                      query.hasNextPage || pages.some(({ withheld }) => withheld.length > 0)
                        ? [`more teams of ${name}`]
                        : [],
                  })}
                  teams={teams}
                  total={totalOf(query) ?? teams.length}
                  chosen={chosen}
                  onChoose={choose}
                />
                {team === undefined ? (
                  <p className="hint team-list-hint">Select a team to see its people.</p>
                ) : (
                  <TeamPanel
                    key={team.slug}
                    team={team}
                    onClose={() => choose('')}
                    onChoose={choose}
                    Change={Change}
                    onEdit={Settings === null ? null : () => setEdited({ team })}
                  />
                )}
              </div>
            </>
          );
        }}
      </PagedList>
    </section>
  );
}
