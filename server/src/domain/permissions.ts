/** Maps names to levels, such as `members` to `write`. A map, because the names are external. */
export type Permissions = ReadonlyMap<string, string>;

export interface PermissionGap {
  readonly name: string;
  readonly wanted: string;
  readonly granted: string | null;
}

const LEVELS: readonly string[] = ['read', 'write', 'admin'];

/** Sorted by name. Unknown levels cannot be compared and count as sufficient. */
export function missingPermissions(needed: Permissions, granted: Permissions): readonly PermissionGap[] {
  return [...needed]
    .map(([name, level]) => ({ name, wanted: level, granted: granted.get(name) ?? null }))
    .filter((permission) => !isEnough(permission))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export const lackingOf = <P extends { readonly name: string; readonly level: string }>(
  wanted: readonly P[],
  granted: Permissions,
): readonly P[] =>
  wanted.filter(({ name, level }) => !isEnough({ name, wanted: level, granted: granted.get(name) ?? null }));

function isEnough({ wanted: required, granted }: PermissionGap): boolean {
  if (granted === null) return false;
  const [requiredLevel, grantedLevel] = [LEVELS.indexOf(required), LEVELS.indexOf(granted)];
  return requiredLevel === -1 || grantedLevel === -1 || grantedLevel >= requiredLevel;
}
