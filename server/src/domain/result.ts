/** An expected yes or no. A surprise is thrown instead. */
export type Result<T, R> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: R };

/** The yes. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** The no, with its reason. Sentences for people are made elsewhere, from the reason. */
export const refuse = <R>(refusal: R): { readonly ok: false; readonly refusal: R } => ({ ok: false, refusal });

/**
 * Waits for work for so long and no longer. Work that is late goes on; it rejects for whoever holds on to
 * it, and not here.
 */
export async function withinLimit<T>(work: Promise<T>, limitMs: number): Promise<Result<T, 'late'>> {
  const { promise: late, resolve } = Promise.withResolvers<Result<T, 'late'>>();
  const timer = setTimeout(() => resolve(refuse('late')), limitMs);
  return Promise.race([work.then(ok), late]).finally(() => clearTimeout(timer));
}
