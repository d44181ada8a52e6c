import type { Result } from '../domain/result.ts';
import type { HostRefusal } from '../ports/code-host.ts';

/** That the code host takes no more requests for a while. */
export type RateLimit = Extract<HostRefusal, { readonly kind: 'rate-limited' }>;

/** The rate limit that an answer ran into; null when it ran into none. */
export const rateLimitIn = (answer: Result<unknown, HostRefusal>): RateLimit | null =>
  !answer.ok && answer.refusal.kind === 'rate-limited' ? answer.refusal : null;
