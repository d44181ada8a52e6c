/**
 * Repository lists fetched at once: for one person, for one installation after its events, and in a round. Each asks for
 * several pages at a time.
 */
export const REPOSITORY_LISTS_AT_ONCE = 4;
/** The same for all people together, and for the events of all installations. */
export const SHOWN_LISTS_AT_ONCE = 32;
export const CHANGED_LISTS_AT_ONCE = 16;
/** A list that could not be fetched is not tried again for this long because somebody wants to see it. */
export const REPOSITORY_LIST_PAUSE_MS = 30_000;
/** Repository lists as JSON that are kept to be put into answers again, all of them together: some fifteen of the largest. */
export const REPOSITORY_TEXTS_MAX_BYTES = 16 * 1024 * 1024;
/** Whole installation statuses that are kept to be sent again, all of them together: as many, or two hundred compressed. */
export const STATUS_ANSWERS_MAX_BYTES = 16 * 1024 * 1024;
/** How long the installation status waits for lists the cache lacks. */
export const STATUS_LIMIT_MS = 9_000;
/** Time between two comparisons of cache and code host when `RECONCILE_MINUTES` is not set. */
export const RECONCILE_MINUTES = 15;
/** Where following the list of installations ends, whatever the code host says: at a million. */
export const INSTALLATION_PAGES_MAX = 10_000;
/** Records compared with that list at once. */
export const RECORDS_AT_ONCE = 1_000;
/** Repository lists fetched in one comparison, stale and oldest first; the rest follows in the next. */
export const LISTS_PER_ROUND = 1_000;
/** Places in the order of looks that such a comparison takes at once. */
export const PLACES_AHEAD = 100;
/** A second look may confirm after this time that an installation is gone; until then it can come back with its links. */
export const GONE_CONFIRMED_AFTER_MS = 5 * 60 * 1000;
/** An instance that vanished during a round blocks the others for no longer. */
export const ROUND_LEASE_MS = 60_000;
/** A look at an installation that takes longer does not keep the next one from beginning. */
export const LOOK_PATIENCE_MS = 1_000;
