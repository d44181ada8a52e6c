/** Returns none unless `storedIds` is a list. */
export function installedSince(storedIds: unknown, installationIds: readonly number[]): readonly number[] {
  if (!Array.isArray(storedIds)) return [];
  const before = new Set<unknown>(storedIds);
  return installationIds.filter((id) => !before.has(id));
}
