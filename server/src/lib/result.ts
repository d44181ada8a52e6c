import { ok, type Result, refuse } from '@orgdesk/contract/result';

export { ok, type Result, refuse };

/** Late work continues. Its rejection is ignored here but reaches other holders of the promise. */
export async function withinLimit<T>(work: Promise<T>, limitMs: number): Promise<Result<T, 'late'>> {
  const { promise: late, resolve } = Promise.withResolvers<Result<T, 'late'>>();
  const timer = setTimeout(() => resolve(refuse('late')), limitMs);
  return Promise.race([work.then(ok), late]).finally(() => clearTimeout(timer));
}
