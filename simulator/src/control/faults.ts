import type { RateSpelling } from '../api/rate-limits.ts';
import { matches, type ObservedRequest, type RequestMatch } from './request-match.ts';

export type FaultEffect =
  | {
      readonly kind: 'reply';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** REST: 403 (default) or 429. GraphQL: 200. */
  | {
      readonly kind: 'primary-rate-limit';
      readonly status?: 403 | 429;
      readonly spelling?: RateSpelling;
    }
  /** `retryAfter` is in seconds, default 60; null omits it. Status 200 is for GraphQL. */
  | { readonly kind: 'secondary-rate-limit'; readonly status?: 200 | 403 | 429; readonly retryAfter?: number | null }
  | { readonly kind: 'bad-gateway-html' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'truncate' }
  /** Byte by byte; default 20 ms apart. */
  | { readonly kind: 'slow-drip'; readonly intervalMs?: number }
  | { readonly kind: 'wrong-types' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'html-200' }
  /** Default 11 MB. */
  | { readonly kind: 'huge'; readonly megabytes?: number }
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number }
  | { readonly kind: 'delay'; readonly ms: number };

export type FaultRule = FaultEffect & {
  readonly match?: RequestMatch;
  /** Default: unlimited. */
  readonly times?: number;
  /** Applies to each so-manieth matching request only. Default: 1. */
  readonly every?: number;
  readonly after?: boolean;
};

/** Active faults; the newest match applies. */
export function createFaults() {
  const active = new Map<number, { readonly rule: FaultRule; seen: number; hits: number }>();
  let lastId = 0;
  return {
    add(rule: FaultRule) {
      lastId += 1;
      const id = lastId;
      const state = { rule, seen: 0, hits: 0 };
      active.set(id, state);
      return { id, hits: (): number => state.hits, remove: (): void => void active.delete(id) };
    },
    clear: (): void => active.clear(),
    take(request: ObservedRequest): FaultRule | null {
      for (const state of [...active.values()].reverse()) {
        if (state.hits >= (state.rule.times ?? Number.POSITIVE_INFINITY)) continue;
        if (!matches(state.rule.match ?? {}, request)) continue;
        state.seen += 1;
        if (state.seen % (state.rule.every ?? 1) !== 0) continue;
        state.hits += 1;
        return state.rule;
      }
      return null;
    },
  };
}
