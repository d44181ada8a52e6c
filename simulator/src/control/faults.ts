import type { RateSpelling } from '../api/rate-limits.ts';
import { matches, type RequestMatch, type SeenRequest } from './request-match.ts';

/** What goes wrong. */
export type FaultEffect =
  /** A given reply. A text body is sent as it is, anything else as JSON. */
  | {
      readonly kind: 'reply';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** REST: 403 (default) or 429. GraphQL: 200 with either spelling of the error type. */
  | {
      readonly kind: 'primary-rate-limit';
      readonly status?: 403 | 429;
      readonly spelling?: RateSpelling;
    }
  /** `retryAfter` in seconds, default 60; null leaves the header out. Status 200 is for GraphQL, which then has `errors`. */
  | { readonly kind: 'secondary-rate-limit'; readonly status?: 200 | 403 | 429; readonly retryAfter?: number | null }
  /** 502 with an HTML page. */
  | { readonly kind: 'bad-gateway-html' }
  /** Never answers. */
  | { readonly kind: 'hang' }
  /** Resets the connection. */
  | { readonly kind: 'reset' }
  /** The true answer, cut in the middle. */
  | { readonly kind: 'truncate' }
  /** The true answer, a byte at a time; default 20 ms apart. */
  | { readonly kind: 'slow-drip'; readonly intervalMs?: number }
  /** The true answer with every value of another type. */
  | { readonly kind: 'wrong-types' }
  /** 200 without a body. */
  | { readonly kind: 'empty' }
  /** 200 with an HTML page. */
  | { readonly kind: 'html-200' }
  /** 200 with JSON of this size; default 11 MB. */
  | { readonly kind: 'huge'; readonly megabytes?: number }
  /** Default status 302. */
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number }
  /** The true answer, later. */
  | { readonly kind: 'delay'; readonly ms: number };

/** A fault and where it applies. */
export type FaultRule = FaultEffect & {
  readonly match?: RequestMatch;
  /** How many requests it hits; unlimited by default. */
  readonly times?: number;
  /** Does the work of the request first, and spoils only the reply. */
  readonly after?: boolean;
};

/** The faults that are switched on. Of several that match, the newest wins. */
export type Faults = ReturnType<typeof createFaults>;
export function createFaults() {
  const active = new Map<number, { readonly rule: FaultRule; hits: number }>();
  let lastId = 0;
  return {
    /** Answers how many requests it has hit, and a way to switch it off. */
    add(rule: FaultRule) {
      lastId += 1;
      const id = lastId;
      const state = { rule, hits: 0 };
      active.set(id, state);
      return { id, hits: (): number => state.hits, remove: (): void => void active.delete(id) };
    },
    clear: (): void => active.clear(),
    /** The fault for this request, counted as a hit. */
    take(request: SeenRequest): FaultRule | null {
      for (const state of [...active.values()].reverse()) {
        if (state.hits >= (state.rule.times ?? Number.POSITIVE_INFINITY)) continue;
        if (!matches(state.rule.match ?? {}, request)) continue;
        state.hits += 1;
        return state.rule;
      }
      return null;
    },
  };
}
