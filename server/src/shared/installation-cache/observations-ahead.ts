import type { InstallationStore, Observation } from '../../ports/storage/installations.ts';

/**
 * Reserves `ahead` observation numbers at once. Fetches and stale marks made after the reservation win over fetches
 * that use it.
 */
export function createObservationsAhead(
  { observeMany }: Pick<InstallationStore, 'observeMany'>,
  ahead: number,
): () => Promise<Observation> {
  let places: Observation[] = [];
  let taking: Promise<void> | null = null;

  return async () => {
    for (;;) {
      const place = places.shift();
      if (place !== undefined) return place;
      taking ??= observeMany(ahead)
        .then((taken) => {
          places = [...taken];
        })
        .finally(() => {
          taking = null;
        });
      await taking;
    }
  };
}
