import { foldTeamName, isEnterpriseSlug } from '@orgdesk/contract/team-name';
import type { UnplacedProblem } from '@orgdesk/organization-files/check-files';
import { foldLogin } from '../../domain/account.ts';
import type { DesiredOrganization } from './desired.ts';
import { matchTeams } from './match-teams.ts';
import type { CurrentOrganization } from './read-organization.ts';
import { shownHints } from './shown-hints.ts';

interface OwnTeams {
  /** Without teams of the enterprise. */
  readonly desired: DesiredOrganization;
  /** Entries of teams of the enterprise, which are left as they are. */
  readonly hints: readonly UnplacedProblem[];
  /** Entries of such teams that do not exist. */
  readonly problems: readonly UnplacedProblem[];
}

export function withoutEnterpriseTeams(
  desired: DesiredOrganization,
  { enterpriseTeams, teams }: Pick<CurrentOrganization, 'enterpriseTeams' | 'teams'>,
): OwnTeams {
  const slugs = new Set(enterpriseTeams.map(({ slug }) => foldLogin(slug)));
  const names = new Set(enterpriseTeams.map(({ name }) => foldTeamName(name)));
  const [hints, problems]: [UnplacedProblem[], UnplacedProblem[]] = [[], []];
  const matches = matchTeams(desired.teams, teams).byKey;
  const own = new Map(desired.teams);
  for (const [folded, { key, name = key, place }] of desired.teams) {
    const isNamed = names.has(foldTeamName(name)) && matches.get(folded)?.current == null;
    if (slugs.has(folded) || isNamed) {
      hints.push({ ...place, message: `"${key}" is a team of the enterprise. It is not managed here.`, nearest: null });
    } else if (isEnterpriseSlug(folded)) {
      const message = `There is no team "${key}". Teams of an enterprise are created there.`;
      problems.push({ ...place, message, nearest: null });
    } else continue;
    own.delete(folded);
  }
  return { desired: { ...desired, teams: own }, hints: shownHints(hints), problems };
}
