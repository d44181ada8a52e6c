import { AUDIT_SEARCH_RETRY_SECONDS } from '../../domain/limits/audit-trail.ts';
import { type RefusalResponse, TOO_MANY_DOWNLOADS, TOO_MANY_VIEWS, TOO_MANY_WATCHERS } from '../../shared/refusals.ts';

export interface FileRefusal {
  readonly kind: 'wrong-date' | 'too-many-downloads';
}

const ofReading = {
  'wrong-date': {
    status: 400,
    error:
      'since and until must be a day, such as 2026-11-22, or a time with a time zone, such as 2026-11-22T14:05:00Z ' +
      '(in a URL, write + as %2B).',
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofHead = {
  'too-many-searches': {
    status: 429,
    error: 'Too many of your audit log searches are still running. Please try again in a moment.',
    retryAfter: 'Seconds to wait.',
    retryAfterSeconds: AUDIT_SEARCH_RETRY_SECONDS,
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofPages = { ...ofReading, ...ofHead } as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofFiles = {
  ...ofReading,
  'too-many-downloads': TOO_MANY_DOWNLOADS,
  'too-many-views': TOO_MANY_VIEWS,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofWatching = { 'too-many-watchers': TOO_MANY_WATCHERS } as const satisfies Readonly<
  Record<string, RefusalResponse>
>;
