import { dirname, join } from 'node:path/posix';
import { ORGANIZATION_FILES_MAX } from '@orgdesk/contract/limits';
import type { CheckedFile, NamedText } from '@orgdesk/organization-files/check-files';
import type { TeamEntry } from '@orgdesk/organization-files/format';
import type { KeyPath } from '@orgdesk/organization-files/parse-file';
import { keysOf } from '@orgdesk/organization-files/team-keys';
import { stringify } from 'yaml';
import { foldLogin } from '../../domain/account.ts';
import type { PlanStep, PlanValues } from '../../domain/organization-plan.ts';
import { type DesiredOrganization, mergeFiles } from './desired.ts';
import { matchTeams } from './match-teams.ts';
import type { CurrentOrganization } from './read-organization.ts';
import { outsideEntriesOf, teamEntriesOf } from './write-files.ts';
import { editYaml, type YamlFile } from './yaml-file.ts';

/** Replaces former logins, keyed by folded login, by the present ones. */
export function renamePeople(
  files: readonly CheckedFile[],
  texts: readonly NamedText[],
  renamed: ReadonlyMap<string, string>,
): readonly NamedText[] {
  return texts.map((text, index) => {
    const { people, teams, outsideCollaborators } = files[index]?.content ?? {};
    const lists: (readonly [path: KeyPath, logins: readonly string[] | undefined])[] = [
      [['people', 'owners'], people?.owners],
      [['people', 'members'], people?.members],
      [['people', 'requiredOwners'], people?.requiredOwners],
    ];
    for (const [slug, { maintainers, members }] of Object.entries(teams?.entries ?? {}))
      lists.push(
        [['teams', 'entries', slug, 'maintainers'], maintainers],
        [['teams', 'entries', slug, 'members'], members],
      );
    const file = editYaml(text);
    for (const [path, logins] of lists)
      for (const login of logins ?? []) {
        const now = renamed.get(foldLogin(login));
        if (now !== undefined) file.rename(path, login, now);
      }
    for (const login of Object.keys(outsideCollaborators?.entries ?? {})) {
      const now = renamed.get(foldLogin(login));
      if (now !== undefined) file.renameKey(['outsideCollaborators', 'entries'], login, now);
    }
    return { name: text.name, text: file.text() };
  });
}

const TEAMS = ['teams', 'entries'] as const;
const OUTSIDE = ['outsideCollaborators', 'entries'] as const;
const LISTS = { admin: 'owners', member: 'members' } as const;
const TEAM_LISTS = { maintainer: 'maintainers', member: 'members' } as const;

/** Returns the files as they are without the steps: each step is accepted instead of made. */
export function acceptSteps(
  files: readonly CheckedFile[],
  texts: readonly NamedText[],
  steps: readonly PlanStep[],
  current: CurrentOrganization,
): NamedText[] {
  const desired: DesiredOrganization = mergeFiles(files);
  const opened = new Map<string, YamlFile>();
  const added: NamedText[] = [];
  const matches = matchTeams(desired.teams, current.teams);
  const keys = keysOf(current.teams);
  const teamEntries = teamEntriesOf(current);
  const outsideEntries = outsideEntriesOf(current);
  const withTeams = files.filter(({ content }) => content?.teams !== undefined);
  const folder = withTeams.find(({ name, content }) => isFileOf(name, Object.keys(content?.teams?.entries ?? {})));
  for (const step of steps) accept(step);
  // Until then, files have teams under their former keys.
  for (const { kind, teamId, from } of steps)
    if (kind === 'edit-team' && from?.name !== undefined) acceptSlug(teamId ?? 0);
  return [...texts.map((text) => ({ ...text, text: opened.get(text.name)?.text() ?? text.text })), ...added];

  function accept(step: PlanStep): void {
    const { kind, login: person, teamId, repository, from, to } = step;
    const [login, key] = [person ?? '', keyIn(step)];
    switch (kind) {
      case 'invite-person':
      case 'add-person':
        removePerson(login);
        break;
      case 'remove-person':
        addPerson(login, from?.role ?? null);
        break;
      case 'set-role':
        removePerson(login);
        if (to?.role === 'outside_collaborator') outsideFile(login)?.deleteKey(OUTSIDE, login);
        addPerson(login, from?.role ?? null);
        break;
      case 'create-team':
        teamFile(key)?.deleteKey(TEAMS, key);
        break;
      case 'edit-team':
        acceptSettings(key, from ?? {});
        break;
      case 'delete-team':
        addTeam(key, teamId ?? 0);
        break;
      case 'set-team-role':
      case 'remove-from-team': {
        const file = teamFile(key);
        for (const list of Object.values(TEAM_LISTS)) file?.removeFrom([...TEAMS, key, list], login);
        if (file !== null && from !== null) addToTeam(file, key, login, from.role ?? null);
        break;
      }
      case 'set-team-access': {
        const path = [...TEAMS, key, 'repositories'];
        if (from === null) teamFile(key)?.deleteKey(path, repository ?? '');
        else teamFile(key)?.setKey(path, repository ?? '', from.permission);
        break;
      }
      case 'set-collaborator':
        acceptCollaborator(login, repository ?? '', from?.permission ?? null);
        break;
    }
  }

  /** The key in the files; for a team that they lack, the one it gets. */
  function keyIn({ team, teamId }: Pick<PlanStep, 'team' | 'teamId'>): string {
    const found = teamId === null ? null : matches.ofId(teamId);
    return found?.desired?.key ?? keys.get(teamId ?? 0) ?? team ?? '';
  }

  function open(name: string): YamlFile | null {
    const known = opened.get(name);
    const text = texts.find((each) => each.name === name);
    if (known !== undefined || text === undefined) return known ?? null;
    const file = editYaml(text);
    opened.set(name, file);
    return file;
  }

  function removePerson(login: string): void {
    const found = desired.people.get(foldLogin(login));
    if (found !== undefined) open(found.location.file)?.removeFrom(['people', LISTS[found.role]], login);
  }

  /** Adds to a list only if there is one: a new list would own everybody with the role. */
  function addPerson(login: string, role: string | null): void {
    if (role === 'outside_collaborator') {
      const file = files.find(({ content }) => content?.outsideCollaborators !== undefined);
      if (file !== undefined) open(file.name)?.setKey(OUTSIDE, login, outsideEntries[login] ?? {});
      return;
    }
    const list = role === 'admin' ? LISTS.admin : LISTS.member;
    const file = files.find(({ content }) => content?.people?.[list] !== undefined);
    if (file !== undefined) open(file.name)?.addTo(['people', list], login);
  }

  function teamFile(key: string): YamlFile | null {
    const found = desired.teams.get(foldLogin(key));
    return found === undefined ? null : open(found.location.file);
  }

  function outsideFile(login: string): YamlFile | null {
    const found = desired.outside.get(foldLogin(login));
    return found === undefined ? null : open(found.location.file);
  }

  function acceptSettings(team: string, { parentId = null, ...from }: PlanValues): void {
    const path = [...TEAMS, team];
    const file = teamFile(team);
    for (const [key, value] of Object.entries(from)) {
      const parent = key === 'parent' && parentId !== null ? keyIn({ team: value, teamId: Number(parentId) }) : value;
      if (key === 'name' && value === team) file?.deleteKey(path, key);
      else if (key === 'name' || file?.hasAt([...path, key])) file?.setKey(path, key, parent);
    }
  }

  function addToTeam(file: YamlFile, key: string, login: string, role: string | null): void {
    const isMaintainer = role === 'maintainer' && file.hasAt([...TEAMS, key, TEAM_LISTS.maintainer]);
    // Owners, who are always maintainers, may be listed as members.
    file.addTo([...TEAMS, key, isMaintainer ? TEAM_LISTS.maintainer : TEAM_LISTS.member], login);
  }

  function acceptCollaborator(login: string, repository: string, permission: string | null): void {
    const file = outsideFile(login);
    const isOutside = current.outside.some((each) => foldLogin(each.login) === foldLogin(login));
    if (!isOutside && permission === null) file?.deleteKey(OUTSIDE, login);
    else if (permission === null) file?.deleteKey([...OUTSIDE, login], repository);
    else file?.setKey([...OUTSIDE, login], repository, permission);
  }

  /** A team that was not renamed after all gets its present key again. */
  function acceptSlug(id: number): void {
    const { desired: team = null, current: now = null } = matches.ofId(id) ?? {};
    const key = keys.get(id);
    if (team === null || now === null || key === undefined) return;
    const file = teamFile(team.key);
    file?.deleteKey([...TEAMS, team.key], 'previously');
    if (team.previously === undefined || desired.teams.has(foldLogin(key))) return;
    if (now.name === key) file?.deleteKey([...TEAMS, team.key], 'name');
    file?.renameKey(TEAMS, team.key, key);
    for (const { key: child, parent, location } of desired.teams.values())
      if (parent != null && foldLogin(parent) === foldLogin(team.key))
        open(location.file)?.setKey([...TEAMS, child], 'parent', key);
  }

  function addTeam(slug: string, id: number): void {
    const entry: TeamEntry | undefined = teamEntries.get(keys.get(id) ?? slug);
    const present = teamFile(slug);
    if (entry === undefined) return;
    if (present !== null) {
      present.setKey(TEAMS, slug, {
        ...(slug !== keys.get(id) && { name: matches.ofId(id)?.current?.name ?? slug }),
        ...entry,
      });
      return;
    }
    const name = folder === undefined ? null : join(dirname(folder.name), `${slug}.yaml`);
    const isFree = name !== null && [...texts, ...added].every((text) => text.name !== name);
    if (isFree && texts.length + added.length < ORGANIZATION_FILES_MAX)
      added.push({ name, text: stringify({ version: 1, teams: { entries: { [slug]: entry } } }, { lineWidth: 0 }) });
    else if (withTeams[0] !== undefined) open(withTeams[0].name)?.setKey(TEAMS, slug, entry);
  }
}

const isFileOf = (name: string, slugs: readonly string[]): boolean =>
  slugs.length === 1 && new RegExp(`(^|/)${RegExp.escape(slugs[0] ?? '')}[.]ya?ml$`, 'i').test(name);
