/** Maps names to levels, such as `members` to `write`. A map, because the names are external. */
export type Permissions = ReadonlyMap<string, string>;

export interface MissingPermission {
  readonly name: string;
  readonly wanted: string;
  /** Null if not granted. */
  readonly granted: string | null;
}

const LEVELS: readonly string[] = ['read', 'write', 'admin'];

/** Sorted by name. Unknown levels cannot be compared and count as sufficient. */
export function missingPermissions(wanted: Permissions, granted: Permissions): readonly MissingPermission[] {
  return [...wanted]
    .map(([name, level]) => ({ name, wanted: level, granted: granted.get(name) ?? null }))
    .filter((permission) => !isEnough(permission))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function isEnough({ wanted, granted }: MissingPermission): boolean {
  if (granted === null) return false;
  const [needed, given] = [LEVELS.indexOf(wanted), LEVELS.indexOf(granted)];
  return needed === -1 || given === -1 || given >= needed;
}
