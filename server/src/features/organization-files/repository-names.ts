import { nearestNames } from '@orgdesk/contract/nearest-name';
import type { UnlocatedProblem } from '@orgdesk/organization-files/check-files';
import type { FoundRepository } from '../../code-host/people/exact-access.ts';
import { ORGANIZATION_FILE } from '../../lib/limits/people.ts';
import { foldRepository } from '../../lib/texts.ts';
import type { DesiredOrganization, FileLocation } from './desired.ts';
import type { CurrentOrganization } from './read-organization.ts';

/** By folded name in the files. */
export type Repositories = ReadonlyMap<string, FoundRepository>;

export interface FoundRepositories {
  readonly repositories: Repositories;
  /** Whether the App covers all repositories. Otherwise, those that it does not cover seem not to exist. */
  readonly coversAll: boolean;
}

/** Returns the repositories to which somebody has access, which proves that they exist. */
export function repositoriesWithAccess({
  teams,
  enterpriseTeams,
  outside,
}: Pick<CurrentOrganization, 'teams' | 'enterpriseTeams' | 'outside'>): Repositories {
  const grants = [...teams, ...enterpriseTeams, ...outside].flatMap(({ repositories }) => repositories);
  return new Map(
    grants.map(({ name, isArchived }) => [foldRepository(name), { name, isArchived, movedTo: null }] as const),
  );
}

/** Returns names in the files to which nobody has access. */
export function repositoriesToFind(desired: DesiredOrganization, proven: Repositories): readonly string[] {
  const names = locationsOf(desired).map(({ name }) => [foldRepository(name), name] as const);
  return [...new Map(names.filter(([key]) => !proven.has(key))).values()];
}

/** Finds names of repositories that the organization does not have, or has under another name. */
export function missingRepositories(
  desired: DesiredOrganization,
  { repositories: found, coversAll }: FoundRepositories,
): readonly UnlocatedProblem[] {
  const present = [...found.values()]
    .filter(({ movedTo }) => movedTo === null)
    .map(({ name }) => name)
    .slice(0, NEAREST_MAX);
  const nearest = nearestNames(present);
  const problems: UnlocatedProblem[] = [];
  for (const { name, ...location } of locationsOf(desired)) {
    const repository = found.get(foldRepository(name));
    const problem = repository === undefined ? notFound(name) : problemOf(name, repository);
    if (problem !== null) problems.push({ ...location, ...problem });
    if (problems.length > ORGANIZATION_FILE.problemsMax) break;
  }
  return problems;

  function notFound(name: string): Problem {
    const message = `There is no repository "${name}"${coversAll ? '' : ', or the App does not cover it'}.`;
    return { message, nearest: nearest(name) };
  }
}

const NEAREST_MAX = 500;

type Problem = Pick<UnlocatedProblem, 'message' | 'nearest'>;

function problemOf(name: string, found: FoundRepository): Problem | null {
  if (found.movedTo !== null)
    return { message: `The repository "${name}" belongs to "${found.movedTo}" now.`, nearest: null };
  if (foldRepository(found.name) === foldRepository(name)) return null;
  return { message: `The repository "${name}" is now "${found.name}".`, nearest: found.name };
}

function locationsOf({ teams, outside }: DesiredOrganization): readonly (FileLocation & { readonly name: string })[] {
  const within = ({ file, path }: FileLocation, repositories: object | undefined) =>
    Object.keys(repositories ?? {}).map((name) => ({ name, file, path: [...path, name] }));
  return [
    ...[...teams.values()]
      .filter(({ absent }) => absent !== true)
      .flatMap(({ location: { file, path }, repositories }) =>
        within({ file, path: [...path, 'repositories'] }, repositories),
      ),
    ...[...outside.values()].flatMap(({ location, repositories }) => within(location, repositories)),
  ];
}
