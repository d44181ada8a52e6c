import { BODY_PROGRESS } from './http.ts';

/** Concurrency limit per person, per installation and per comparison round. */
export const REPOSITORY_LISTS_AT_ONCE = 4;

/** Concurrency limits for all requests and for all events. */
export const SHOWN_LISTS_AT_ONCE = 32;

export const CHANGED_LISTS_AT_ONCE = 16;

export const REPOSITORY_LIST_PAUSE_MS = 30_000;

/** Limit per instance. */
export const REPOSITORY_LIST_PAUSES_MAX = 10_000;

/** Holds about fifteen of the largest lists. */
export const REPOSITORY_TEXTS_MAX_BYTES = 16 * 1024 * 1024;

/** Default of `RECONCILE_MINUTES`. */
export const RECONCILE_MINUTES = 15;

/** Ends pagination of installations at a million, whatever the code host returns. */
export const INSTALLATION_PAGES_MAX = 10_000;

export const RECORDS_AT_ONCE = 1_000;

/** Stale and oldest lists come first. */
export const LISTS_PER_ROUND = 1_000;

/** Positions in the order of reads, taken at a time. */
export const OBSERVATIONS_AHEAD = 100;

/** Earliest confirmation that an installation is gone. Until then it can be restored with its links. */
export const GONE_CONFIRMED_AFTER_MS = 5 * 60 * 1000;

/** When a comparison that an event asks for runs. */
export const COMPARISON_SOON_MS = 60_000;

export const COMPARISON_LIMIT_MS = 6 * 60 * 60 * 1000;

/** How long a crashed instance blocks a round. */
export const ROUND_LEASE_MS = 60_000;

/** A slower read does not delay the next one. */
export const PREVIOUS_READ_WAIT_MS = 1_000;

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
