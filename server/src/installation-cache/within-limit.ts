import { ok, type Result, refuse } from '../domain/result.ts';

/**
 * Waits for work for so long and no longer. Work that is late goes on, for the cache; it rejects for whoever holds on to
 * it, and not here.
 */
export async function withinLimit<T>(work: Promise<T>, limitMs: number): Promise<Result<T, 'late'>> {
  const { promise: late, resolve } = Promise.withResolvers<Result<T, 'late'>>();
  const timer = setTimeout(() => resolve(refuse('late')), limitMs);
  return Promise.race([work.then(ok), late]).finally(() => clearTimeout(timer));
}
