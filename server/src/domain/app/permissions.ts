/** What an App may do, by area: `members` → `write`. A map, because the names come from outside. */
export type Permissions = ReadonlyMap<string, string>;

/** A permission that is wanted and was not granted, or at a lower level. */
export interface MissingPermission {
  readonly name: string;
  readonly wanted: string;
  /** Null when it was not granted at all. */
  readonly granted: string | null;
}

const LEVELS: readonly string[] = ['read', 'write', 'admin'];

/** What of `wanted` is not covered by `granted`, by name. Levels nobody knows cannot be compared and count as enough. */
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
