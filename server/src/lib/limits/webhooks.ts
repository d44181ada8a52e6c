import { BODY_PROGRESS } from './http.ts';

/** Limits without a share per person. */
export const WEBHOOK_BODIES = {
  freeBytes: 64 * 1024,
  totalBytes: 128 * 1024 * 1024,
  addressBytes: 64 * 1024 * 1024,
  personBytes: 0,
  progress: BODY_PROGRESS,
} as const;

/** The list stays marked as stale until stored. */
export const WEBHOOK_LIST_WAIT_MS = 3_000;

/** A copy of an event body within this time has no further effect. */
export const SEEN_EVENTS_KEPT_MS = 365 * 24 * 60 * 60 * 1000;

/** Retention on the platform. */
export const DELIVERY_HISTORY_MS = 3 * 24 * 60 * 60 * 1000;

/** Delays of checking whether the code host lists a repeated body. Unlisted bodies count as replayed. */
export const REPEATED_EVENT_CHECKS_MS = [3_000, 30_000, 300_000] as const;

/** Repeated events held in total, and with the same body. */
export const REPEATED_EVENTS_MAX = 1_000;

export const REPEATED_EVENTS_OF_BODY_MAX = 50;

/** How long before its arrival a delivery may be listed: clocks differ. */
export const DELIVERY_LISTED_AFTER_MS = 10 * 60 * 1000;

export const DELIVERY_ATTEMPTS_MAX = 5;

/** Time limit for the last check at shutdown. */
export const REPEATED_EVENTS_STOP_LIMIT_MS = 2_000;

/** By then, the largest bodies have arrived or timed out. */
export const WEBHOOK_RETRY_SECONDS = 30;
