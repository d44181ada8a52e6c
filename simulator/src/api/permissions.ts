import type { Permissions } from '../world/records.ts';

/** What the App needs for a call: all of these. */
export type NeededPermissions = Readonly<Record<string, 'read' | 'write'>>;

const LEVELS = ['read', 'write', 'admin'];

/** Of organizations and people. */
const WITHOUT_REPOSITORIES =
  /^(?:members|organization_\w+|emails?(?:_addresses)?|followers|git_ssh_keys|gpg_keys|profile|starring)$/;

/** Whoever has a permission of repositories may read their metadata. GitHub docs: Choosing permissions for a GitHub App. */
const withMetadata = (granted: Permissions): Permissions =>
  Object.keys(granted).every((name) => WITHOUT_REPOSITORIES.test(name)) ? granted : { metadata: 'read', ...granted };

export const covers = (granted: Permissions, needed: Permissions): boolean =>
  Object.entries(needed).every(([name, level]) => {
    const has = withMetadata(granted)[name];
    return has !== undefined && LEVELS.includes(level) && LEVELS.indexOf(level) <= LEVELS.indexOf(has);
  });

/** GitHub docs: Choosing permissions for a GitHub App. */
export const acceptedHeader = (needed: NeededPermissions): Readonly<Record<string, string>> => ({
  'x-accepted-github-permissions': Object.entries(needed)
    .map(([name, level]) => `${name}=${level}`)
    .join(','),
});

/** The answer names what the check needs. */
export const needing = <Check extends (...args: never) => unknown>(needed: NeededPermissions, check: Check) =>
  Object.assign(check, { needed });
