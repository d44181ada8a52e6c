import { nearestNames } from '@orgdesk/contract/nearest-name';
import { foldTeamName } from '@orgdesk/contract/team-name';
import type { UnlocatedProblem } from '@orgdesk/organization-files/check-files';
import type { HostAccount } from '../../code-host/people/types.ts';
import { foldLogin } from '../../domain/account.ts';
import { ORGANIZATION_FILE } from '../../lib/limits/people.ts';
import type { DesiredOrganization, FileLocation } from './desired.ts';
import { matchTeams, nameAfter } from './match-teams.ts';
import type { CurrentOrganization } from './read-organization.ts';

export interface FoundNames {
  readonly accounts: ReadonlyMap<string, HostAccount>;
  /** Present logins of members who were renamed, by folded former login. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Finds names in the files that the organization or the code host does not have. */
export function missingNames(
  desired: DesiredOrganization,
  current: CurrentOrganization,
  { accounts, renamed }: FoundNames,
): readonly UnlocatedProblem[] {
  const problems: UnlocatedProblem[] = [];
  const add = ({ file, path }: FileLocation, message: string, nearest: () => string | null = () => null) => {
    if (problems.length <= ORGANIZATION_FILE.problemsMax) problems.push({ file, path, message, nearest: nearest() });
  };
  const members = new Map(current.people.map((person) => [foldLogin(person.login), person]));
  const joining = new Set([...desired.people.keys(), ...current.invited.map(({ login }) => foldLogin(login))]);
  const outside = new Set(current.outside.map(({ login }) => foldLogin(login)));

  const checkAccount = (key: string, login: string, location: FileLocation): boolean => {
    const now = renamed.get(key);
    if (now !== undefined) {
      add(location, `"${login}" is now "${now}".`, () => now);
      return false;
    }
    const account = accounts.get(key);
    if (account === undefined) add(location, `No account has the login "${login}".`, () => nearestLogin(login));
    else if (!account.isPerson) add(location, `"${login}" is not a person.`);
    else if (account.isSuspended) add(location, `The account "${login}" is suspended.`);
    else if (account.barrier !== null) add(location, BARRIERS[account.barrier](login));
    else return true;
    return false;
  };
  const nearestLogin = nearestNames(current.people.slice(0, NEAREST_MAX).map((person) => person.login));

  for (const [key, { login, location }] of [...desired.people, ...desired.requiredOwners])
    if (!members.has(key)) checkAccount(key, login, location);
  for (const [key, { login, location }] of desired.outside)
    if (!outside.has(key) && !members.has(key)) checkAccount(key, login, location);
  const matches = matchTeams(desired.teams, current.teams);
  const slugs = new Set([...desired.teams.keys(), ...current.teams.map(({ slug }) => foldLogin(slug))]);
  const nearestTeam = nearestNames([...slugs].slice(0, NEAREST_MAX));
  const present = [...matches.byKey.values()].filter(({ desired: team, current: found }) => found && !team.absent);
  const keyOfName = new Map(present.map((match) => [foldTeamName(nameAfter(match)), match.desired.key]));
  for (const match of matches.byKey.values()) {
    const { desired: team, current: found } = match;
    if (team.absent) continue;
    const { file, path } = team.location;
    const other = found === null ? keyOfName.get(foldTeamName(nameAfter(match))) : undefined;
    if (other !== undefined) add(team.location, `"${team.key}" is the same team as "${other}".`, () => other);
    if (team.parent !== undefined && team.parent !== null && matches.find(team.parent) === null)
      add({ file, path: [...path, 'parent'] }, `There is no team "${team.parent}".`, () =>
        nearestTeam(team.parent ?? ''),
      );
    const privacy = team.privacy ?? found?.privacy ?? 'closed';
    const hasParent = team.parent === undefined ? (found?.parentId ?? null) !== null : team.parent !== null;
    if (privacy === 'secret' && hasParent)
      add({ file, path: [...path, 'privacy'] }, `"${team.key}" has a parent, so it cannot be secret.`);
    for (const list of ['maintainers', 'members'] as const) {
      for (const [index, login] of (team[list] ?? []).entries()) {
        const key = foldLogin(login);
        const location = { file, path: [...path, list, index] };
        if (joining.has(key) || (members.has(key) && !leaves(key))) continue;
        if (members.has(key)) add(location, `"${login}" is in a team, but not in people.`);
        else if (checkAccount(key, login, location))
          add(location, `"${login}" is not in the organization: add them to people.`);
      }
    }
  }
  return problems;

  function leaves(key: string): boolean {
    const role = members.get(key)?.role ?? 'member';
    return desired.exact.has('people') && desired.listedRoles.has(role) && !desired.people.has(key);
  }
}

const NEAREST_MAX = 500;

const BARRIERS: Readonly<Record<NonNullable<HostAccount['barrier']>, (login: string) => string>> = {
  managed: (login) => `Only its own enterprise can add the managed account "${login}".`,
  'not-managed': (login) => `"${login}" is no managed account, so this organization cannot add it.`,
};
