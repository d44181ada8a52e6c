/** Minimum upload speed. */
export const BODY_PROGRESS = { everyMs: 5_000, leastBytes: 16 * 1024 } as const;

/** Memory for JSON bodies: a free share for each, then limits in total, per client address and per person. */
export const JSON_BODIES = {
  freeBytes: 8 * 1024,
  totalBytes: 32 * 1024 * 1024,
  addressBytes: 16 * 1024 * 1024,
  personBytes: 4 * 1024 * 1024,
  progress: BODY_PROGRESS,
} as const;

export const BODIES_REFUSED_RETRY_SECONDS = 5;

/** Parsed values take far more memory than their text. */
export const JSON_BODY_BOUNDS = { depth: 64, values: 250_000 } as const;

/** Fits 8 KB of `returnTo`, encoded twice. */
export const REQUEST_HEADERS_MAX_BYTES = 64 * 1024;

export const REQUEST_HEADERS_LIMIT_MS = 5_000;

export const REQUEST_LIMIT_MS = 30_000;

/** A further connection closes another; further requests on one are queued. */
export const CONNECTIONS_MAX = 2_000;

export const REQUESTS_AT_ONCE = 8;

export const REQUESTS_OF_SESSION_AT_ONCE = 32;

/** Time for starting requests in one iteration of the event loop. */
export const TURN_MS = 2;

/** Iterations that accept a connection and start nothing, between two that start requests. */
export const ACCEPTED_BEFORE_TURN = 16;

/** Queued requests. A client that exceeds a limit is disconnected. */
export const REQUESTS_WAITING_ON_CONNECTION_MAX = 50;

export const REQUESTS_WAITING_MAX = 1_000;

/** A client that reads nothing for up to twice this time is disconnected. */
export const UNREAD_ANSWER_LIMIT_MS = 10_000;

/** Limit on unsent response bytes. Beyond it, the connections holding the most are closed. */
export const UNSENT_MAX_BYTES = 64 * 1024 * 1024;

export const UNSENT_CHECK_MS = 100;

export const UNSENT_CHECK_REQUESTS = 32;

/** Keep-alive timeout. */
export const IDLE_CONNECTION_LIMIT_MS = 72_000;

/** Time to read the error of an invalid or timed-out request. */
export const REFUSED_CONNECTION_LIMIT_MS = 1_000;

/** Limits on draining a refused body, so that the client can read the error. */
export const REFUSED_BODY_LIMIT_MS = 20_000;

export const REFUSED_BODY_MAX_BYTES = 32 * 1024 * 1024;

/** A connection pauses after so many bytes, to keep to the speed of all refused bodies together. */
export const REFUSED_BODY_PAUSE_BYTES = 64 * 1024;

/** Dropped bytes are garbage, which is collected more slowly than clients can send. */
export const REFUSED_BODIES_BYTES_PER_SECOND = 16 * 1024 * 1024;

export const REFUSED_BODY_PROGRESS = { everyMs: 2_000, leastBytes: 4 * 1024 } as const;

/** Default of `RATE_LIMIT`, per client. */
export const RATE_LIMIT_PER_MINUTE = 1_200;

/** Requests per session that end sessions and do not count for its person. */
export const SESSION_ENDS_PER_MINUTE = 10;

/** Share of the limit above which instances exchange a client's count. */
export const RATE_LIMIT_SHARED_SHARE = 1 / 20;

export const SHARED_COUNTS_EVERY_MS = 1_000;

export const COUNTED_KEYS_MAX = 5_000;

/** Smaller responses gain nothing from compression. */
export const COMPRESSED_FROM_BYTES = 1024;

/** Limits per instance; browsers allow six connections. */
export const WATCH_EVERY_MS = 1_000;

/** Additional reads of an object that nobody watched before. */
export const WATCH_SOON_MS = [100, 300, 600] as const;

/** Interval of permission checks during streams and downloads. */
export const STREAM_CHECK_MS = 15_000;

export const STREAM_RETRY_MS = 3_000;

export const STREAM_REFUSED_RETRY_SECONDS = 60;

/** Limits per instance. 10,000 people are 100 sequential pages. */
export const LISTS = { ofSession: 4, ofPerson: 8, ofOrganization: 100, inAll: 200 } as const;

export const LIST_LIMIT_MS = 5 * 60 * 1000;

export const LIST_REFUSED_RETRY_SECONDS = 10;

/** Limits per instance. */
export const DOWNLOADS = { ofSession: 2, ofPerson: 4, ofOrganization: 20, inAll: 40 } as const;

export const DOWNLOAD_LIMIT_MS = 30 * 60 * 1000;

export const DOWNLOAD_CHUNK_BYTES = 16 * 1024;

export const DOWNLOAD_REFUSED_RETRY_SECONDS = 10;

/** Larger trusted ranges are refused: whoever is in them can claim any address. */
export const TRUSTED_IPV4_PREFIX_MIN_BITS = 7;

export const TRUSTED_IPV6_PREFIX_MIN_BITS = 16;

/** A few hundred documents. */
export const ALLOWED_DOCUMENTS_MAX_BYTES = 1024 * 1024;
