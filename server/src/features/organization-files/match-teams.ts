import { foldTeamName, isEnterpriseSlug } from '@orgdesk/contract/team-name';
import type { UnlocatedProblem } from '@orgdesk/organization-files/check-files';
import type { FullTeam } from '../../code-host/people/teams.ts';
import { foldLogin } from '../../domain/account.ts';
import { type DesiredOrganization, type DesiredTeam, shownHints } from './desired.ts';
import type { CurrentOrganization } from './read-organization.ts';

interface OwnTeams {
  /** Without teams of the enterprise. */
  readonly desired: DesiredOrganization;
  /** Entries of teams of the enterprise, which are left as they are. */
  readonly hints: readonly UnlocatedProblem[];
  /** Entries of such teams that do not exist. */
  readonly problems: readonly UnlocatedProblem[];
}

export function withoutEnterpriseTeams(
  desired: DesiredOrganization,
  { enterpriseTeams, teams }: Pick<CurrentOrganization, 'enterpriseTeams' | 'teams'>,
): OwnTeams {
  const slugs = new Set(enterpriseTeams.map(({ slug }) => foldLogin(slug)));
  const names = new Set(enterpriseTeams.map(({ name }) => foldTeamName(name)));
  const [hints, problems]: [UnlocatedProblem[], UnlocatedProblem[]] = [[], []];
  const matches = matchTeams(desired.teams, teams).byKey;
  const own = new Map(desired.teams);
  for (const [folded, { key, name = key, location }] of desired.teams) {
    const isNamed = names.has(foldTeamName(name)) && matches.get(folded)?.current == null;
    if (slugs.has(folded) || isNamed) {
      hints.push({
        ...location,
        message: `"${key}" is a team of the enterprise. It is not managed here.`,
        nearest: null,
      });
    } else if (isEnterpriseSlug(folded)) {
      const message = `There is no team "${key}". Teams of an enterprise are created there.`;
      problems.push({ ...location, message, nearest: null });
    } else continue;
    own.delete(folded);
  }
  return { desired: { ...desired, teams: own }, hints: shownHints(hints), problems };
}

/** A team of the files with what it is now; null if it must be created. */
export interface MatchedTeam {
  readonly desired: DesiredTeam;
  readonly current: FullTeam | null;
  /** What in the files names the team. */
  readonly by: 'slug' | 'name' | 'previously' | null;
}

/** Something that can be a parent: a team of the files, of the code host, or of both. */
export interface AnyTeam {
  readonly desired: DesiredTeam | null;
  readonly current: FullTeam | null;
}

/** A team that is renamed to its key, or created, has the key as its name. */
export const nameAfter = ({ desired: { key, name }, current, by }: MatchedTeam): string =>
  name ?? (by === 'previously' ? key : (current?.name ?? key));

export interface MatchedTeams {
  /** By folded key. */
  readonly byKey: ReadonlyMap<string, MatchedTeam>;
  /** By a key in the files, or by the slug or name of a team that exists. */
  find(name: string): AnyTeam | null;
  ofId(id: number): AnyTeam | null;
}

/** Matches by slug, else by name, else by slug or name before a rename, all as the code host has them. */
export function matchTeams(desired: DesiredOrganization['teams'], teams: readonly FullTeam[]): MatchedTeams {
  const bySlug = new Map(teams.filter(({ slug }) => slug !== '').map((team) => [foldLogin(team.slug), team]));
  const byName = new Map(teams.map((team) => [foldTeamName(team.name), team]));
  const taken = new Map<number, string>();
  const matched = new Map<string, Pick<MatchedTeam, 'current' | 'by'>>();
  const match = (key: string, current: FullTeam | undefined, by: MatchedTeam['by']) => {
    if (current === undefined || taken.has(current.id) || matched.has(key)) return;
    taken.set(current.id, key);
    matched.set(key, { current, by });
  };
  for (const key of desired.keys()) match(key, bySlug.get(key), 'slug');
  for (const [key, { name, key: text }] of desired) match(key, byName.get(foldTeamName(name ?? text)), 'name');
  for (const [key, { previously }] of desired)
    if (previously !== undefined)
      match(key, bySlug.get(foldLogin(previously)) ?? byName.get(foldTeamName(previously)), 'previously');

  const byKey = new Map(
    [...desired].map(([key, team]) => [
      key,
      { desired: team, ...(matched.get(key) ?? { current: null, by: null }) } satisfies MatchedTeam,
    ]),
  );
  const anyOf = (current: FullTeam): AnyTeam => byKey.get(taken.get(current.id) ?? '') ?? { desired: null, current };
  const byId = new Map(teams.map((team) => [team.id, team]));
  return {
    byKey,
    find(name) {
      const current = bySlug.get(foldLogin(name)) ?? byName.get(foldTeamName(name));
      return byKey.get(foldLogin(name)) ?? (current === undefined ? null : anyOf(current));
    },
    ofId(id) {
      const current = byId.get(id);
      return current === undefined ? null : anyOf(current);
    },
  };
}
