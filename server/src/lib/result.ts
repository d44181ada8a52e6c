/** A value, or an expected refusal. Unexpected errors are thrown. */
export type Result<T, R> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: R };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const refuse = <R>(refusal: R): { readonly ok: false; readonly refusal: R } => ({ ok: false, refusal });

/** Late work continues. Its rejection is ignored here but reaches other holders of the promise. */
export async function withinLimit<T>(work: Promise<T>, limitMs: number): Promise<Result<T, 'late'>> {
  const { promise: late, resolve } = Promise.withResolvers<Result<T, 'late'>>();
  const timer = setTimeout(() => resolve(refuse('late')), limitMs);
  return Promise.race([work.then(ok), late]).finally(() => clearTimeout(timer));
}
