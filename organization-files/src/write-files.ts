import { ORGANIZATION_FILES_MAX } from '@orgdesk/contract/limits';
import { stringify } from 'yaml';
import type { NamedText } from './check-files.ts';
import type { OrganizationFile, TeamEntry } from './format.ts';

/** Files beside those of teams. */
const COMMON_FILES = 2;

/** Writes common contents, and each team into a file of its own, unless there are too many. */
export function filesOf(common: readonly OrganizationFile[], teams: ReadonlyMap<string, TeamEntry>): NamedText[] {
  const files = common.map((content) =>
    fileOf(content.outsideCollaborators === undefined ? 'organization.yaml' : 'outside-collaborators.yaml', content),
  );
  const entries = [...teams];
  const perFile = Math.ceil(entries.length / (ORGANIZATION_FILES_MAX - COMMON_FILES));
  for (let first = 0; first < entries.length; first += perFile) {
    const some = entries.slice(first, first + perFile);
    files.push(fileOf(`teams/${some[0]?.[0]}.yaml`, { version: 1, teams: { entries: Object.fromEntries(some) } }));
  }
  return files.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}

/** Lines are not folded, so that a changed word changes one line. */
export const fileOf = (name: string, content: OrganizationFile): NamedText => ({
  name,
  text: stringify(content, { version: '1.2', lineWidth: 0, aliasDuplicateObjects: false }),
});
