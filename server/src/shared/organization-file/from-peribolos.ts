import type { FileProblem } from '@orgdesk/contract';
import type { OrganizationFile } from '@orgdesk/contract/organizations/file/format';
import { ORGANIZATION_FILE } from '../../domain/limits/people.ts';
import { foldTeamName } from '../../domain/team-name.ts';
import { unboundedPlace } from './files/bounded-nodes.ts';
import type { NamedText } from './files/check-files.ts';
import { parseYaml } from './files/parse-yaml.ts';
import type { PermissionName } from './permission-names.ts';
import { keyFromName } from './team-keys.ts';
import { filesOf } from './write-files.ts';

type Team = NonNullable<OrganizationFile['teams']>['entries'][string];

export interface Converted {
  readonly files: NamedText[];
  readonly problems: FileProblem[];
  /** What was not carried over, such as "kubernetes.billing_email". */
  readonly left: string[];
}

const PERMISSIONS: Readonly<Record<string, PermissionName>> = {
  read: 'pull',
  triage: 'triage',
  write: 'push',
  maintain: 'maintain',
  admin: 'admin',
};

const ALIASES_MAX = 1_000;

/** Sections become exact, because peribolos removes what its files do not list. */
export function fromPeribolos(texts: readonly NamedText[], organization: string): Converted {
  const problems: FileProblem[] = [];
  const left: string[] = [];
  const people = { owners: new Set<string>(), members: new Set<string>() };
  const entries = new Map<string, Team>();
  const keys = new Map<string, string>();
  for (const { name, text } of texts) {
    const content = contentIn(name, text);
    if (content !== undefined) read(name, content);
  }
  const content: OrganizationFile = {
    version: 1,
    organization,
    people: { mode: 'exact', owners: [...people.owners], members: [...people.members] },
    teams: { mode: 'exact', entries: {} },
  };
  return { files: problems.length > 0 ? [] : filesOf([content], entries), problems, left };

  /** Returns undefined for a file with problems. Two documents would need too much memory at once. */
  function contentIn(name: string, text: string): unknown {
    const { document, problems: syntax, at } = parseYaml(name, text);
    problems.push(...syntax);
    const unbounded = document && unboundedPlace(document, ORGANIZATION_FILE.nodesMax);
    if (unbounded) problems.push(at(unbounded.offset, unbounded.message));
    if (unbounded) return undefined;
    try {
      return document?.toJS({ maxAliasCount: ALIASES_MAX });
    } catch {
      problems.push(at(0, 'The file has too many aliases.'));
      return undefined;
    }
  }

  function read(name: string, content: unknown): void {
    const file = mapIn(content);
    const within = file.orgs === undefined ? file : mapIn(mapIn(file.orgs)[organization]);
    const { admins, members, teams, orgs: _, ...others } = within;
    for (const login of textsIn(admins, `${name}: admins`)) people.owners.add(login);
    for (const login of textsIn(members, `${name}: members`)) people.members.add(login);
    for (const key of Object.keys(others)) left.push(`${name}: ${key}`);
    readTeams(name, teams, null);
  }

  function readTeams(place: string, teams: unknown, parent: string | null): void {
    for (const [name, value] of Object.entries(mapIn(teams))) {
      const at = `${place}: ${name}`;
      const {
        description,
        privacy,
        previously,
        maintainers,
        members,
        repos,
        teams: children,
        ...others
      } = mapIn(value);
      for (const key of Object.keys(others)) left.push(`${at}: ${key}`);
      const key = keys.get(foldTeamName(name)) ?? keyFromName(name, entries);
      keys.set(foldTeamName(name), key);
      if (entries.has(key)) left.push(`${at}: a second team with this name`);
      const [before, ...more] = textsIn(previously, `${at}: previously`);
      if (more.length > 0) left.push(`${at}: previously ${more.join(', ')}`);
      if (privacy !== undefined && privacy !== 'closed' && privacy !== 'secret') left.push(`${at}: privacy`);
      entries.set(key, {
        ...(name !== key && { name }),
        ...(before !== undefined && { previously: before }),
        ...(typeof description === 'string' && { description }),
        ...((privacy === 'closed' || privacy === 'secret') && { privacy }),
        parent,
        maintainers: textsIn(maintainers, `${at}: maintainers`),
        members: textsIn(members, `${at}: members`),
        ...(repos !== undefined && { repositories: repositoriesIn(at, repos) }),
      });
      readTeams(at, children, key);
    }
  }

  function repositoriesIn(at: string, repos: unknown): Record<string, PermissionName> {
    return Object.fromEntries(
      Object.entries(mapIn(repos)).flatMap(([repository, role]) => {
        const permission = Object.hasOwn(PERMISSIONS, String(role)) ? PERMISSIONS[String(role)] : undefined;
        if (permission === undefined) left.push(`${at}: ${repository}: ${String(role)}`);
        return permission === undefined ? [] : [[repository, permission] as const];
      }),
    );
  }

  function textsIn(list: unknown, at: string): string[] {
    if (list === undefined || list === null) return [];
    const texts = Array.isArray(list) ? list : [list];
    const read = texts.filter((each) => typeof each === 'string' || typeof each === 'number').map(String);
    if (read.length < texts.length) left.push(at);
    return read;
  }
}

const mapIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
