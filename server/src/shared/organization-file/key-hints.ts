import type { UnplacedProblem } from '@orgdesk/organization-files/check-files';
import { canBeKey } from '@orgdesk/organization-files/team-keys';
import { foldLogin } from '../../domain/account.ts';
import type { DesiredOrganization } from './desired.ts';
import { matchTeams } from './match-teams.ts';
import type { CurrentOrganization } from './read-organization.ts';
import { shownHints } from './shown-hints.ts';

/** Names keys that are not the slugs of their teams. They work, but readers look for the slug. */
export function keyHints(
  { teams: desiredTeams }: Pick<DesiredOrganization, 'teams'>,
  { teams }: Pick<CurrentOrganization, 'teams'>,
): readonly UnplacedProblem[] {
  const hints: UnplacedProblem[] = [];
  for (const { desired, current, by } of matchTeams(desiredTeams, teams).byKey.values()) {
    const { key, place, absent } = desired;
    if (by !== 'name' || current === null || absent || !canBeKey(current.slug)) continue;
    if (foldLogin(current.slug) === foldLogin(key)) continue;
    const message = `"${key}" is not the slug of the team "${current.name}". It works, but the slug is "${current.slug}".`;
    hints.push({ ...place, message, nearest: current.slug });
  }
  return shownHints(hints);
}
