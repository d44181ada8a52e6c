import { BODY_PROGRESS } from './requests.ts';

/** Largest webhook body; the platform sends none above 25 MB. */
export const WEBHOOK_BODY_MAX_BYTES = 25 * 1024 * 1024;
/** The same where no secret tells the platform from anybody else. */
export const UNSIGNED_WEBHOOK_BODY_MAX_BYTES = 1024 * 1024;
/** Memory for webhook bodies, as for JSON bodies; no person sends them. */
export const WEBHOOK_BODIES = {
  freeBytes: 64 * 1024,
  totalBytes: 128 * 1024 * 1024,
  addressBytes: 64 * 1024 * 1024,
  personBytes: 0,
  progress: BODY_PROGRESS,
} as const;
/** What a webhook may have: the names of 130,000 repositories come to 780,000 values. */
export const WEBHOOK_JSON = { depth: 64, values: 1_000_000 } as const;
/** A webhook is answered after this time at the latest; the platform gives up after ten seconds. */
export const WEBHOOK_LIMIT_MS = 7_000;
/** How long an answer waits for a repository list, which is marked as stale until it is stored. */
export const WEBHOOK_LIST_WAIT_MS = 3_000;
/** How long the body of an event is known, so that a copy of it does nothing that it did not do the first time. */
export const SEEN_EVENTS_KEPT_MS = 365 * 24 * 60 * 60 * 1000;
/** How long the platform keeps deliveries. */
export const DELIVERY_HISTORY_MS = 3 * 24 * 60 * 60 * 1000;
/** When it is looked whether the code host lists the delivery of a body that was received before; then it counts as replayed. */
export const REPEATED_EVENT_CHECKS_MS = [3_000, 30_000, 300_000] as const;
/** How many such events an instance holds until then, and how many with the same body. */
export const REPEATED_EVENTS_MAX = 1_000;
export const REPEATED_EVENTS_OF_BODY_MAX = 50;
/** How long before its arrival a delivery may be listed: clocks differ. */
export const DELIVERY_LISTED_AFTER_MS = 10 * 60 * 1000;
/** Attempts after which a failed delivery is given up. */
export const DELIVERY_ATTEMPTS_MAX = 5;
