/** Returns none unless `known` is a list. */
export function installedSince(known: unknown, installationIds: readonly number[]): readonly number[] {
  if (!Array.isArray(known)) return [];
  const before = new Set<unknown>(known);
  return installationIds.filter((id) => !before.has(id));
}
