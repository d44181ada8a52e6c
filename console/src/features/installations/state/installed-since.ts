/**
 * Installations that a session knows and the page before did not. None when it is not known what that page knew: then
 * nothing can be said to be new.
 */
export function installedSince(known: unknown, installationIds: readonly number[]): readonly number[] {
  if (!Array.isArray(known)) return [];
  const before = new Set<unknown>(known);
  return installationIds.filter((id) => !before.has(id));
}
