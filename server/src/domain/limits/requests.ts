/** A body of which less than this has arrived within this time is given up. */
export const BODY_PROGRESS = { everyMs: 5_000, leastBytes: 16 * 1024 } as const;
/**
 * Memory for JSON bodies, in bytes that are held: what each may have whatever the others do, and beyond that what all may
 * have together, those of one client address, and those of one person in all their sessions.
 */
export const JSON_BODIES = {
  freeBytes: 8 * 1024,
  totalBytes: 32 * 1024 * 1024,
  addressBytes: 16 * 1024 * 1024,
  personBytes: 4 * 1024 * 1024,
  progress: BODY_PROGRESS,
} as const;
/** When whoever was refused one of them sends it again. */
export const BODIES_REFUSED_RETRY_SECONDS = 5;
/** What a JSON body may have: values take far more memory than the bytes they are written with. */
export const JSON_BODY_BOUNDS = { depth: 64, values: 250_000 } as const;
/** Longest request line and headers: 8 KB of `returnTo`, encoded twice, fit. */
export const REQUEST_HEADERS_MAX_BYTES = 64 * 1024;
/** Time for a client to send its headers. */
export const REQUEST_HEADERS_LIMIT_MS = 5_000;
/** Time for a client to send the whole request. */
export const REQUEST_LIMIT_MS = 30_000;
/** Connections at once (one more ends another), and requests on one that are worked on at once; further ones wait their turn. */
export const CONNECTIONS_MAX = 2_000;
export const REQUESTS_AT_ONCE = 8;
/** Requests that wait so, on one connection and on all together; whoever sends one more is cut. */
export const REQUESTS_WAITING_ON_CONNECTION_MAX = 50;
export const REQUESTS_WAITING_MAX = 1_000;
/** A client that takes nothing of its answer for this long, or for twice that, is cut. */
export const UNREAD_ANSWER_LIMIT_MS = 10_000;
/**
 * Bytes of answers that all clients together have not taken: beyond, the connections that hold the most are closed. It is
 * looked at so often, and after so many requests.
 */
export const UNSENT_MAX_BYTES = 64 * 1024 * 1024;
export const UNSENT_CHECK_MS = 100;
export const UNSENT_CHECK_REQUESTS = 32;
/** How long a connection without a request is kept. */
export const IDLE_CONNECTION_LIMIT_MS = 72_000;
/** Time for a client whose request was not HTTP, or never arrived, to read why; then its connection is cut. */
export const REFUSED_CONNECTION_LIMIT_MS = 1_000;
/** How long, and how much, of a refused body is read and dropped so that the client reads why. */
export const REFUSED_BODY_LIMIT_MS = 20_000;
export const REFUSED_BODY_MAX_BYTES = 32 * 1024 * 1024;
/** Less of it than this ends that. */
export const REFUSED_BODY_PROGRESS = { everyMs: 2_000, leastBytes: 4 * 1024 } as const;
/** Requests a minute and client when `RATE_LIMIT` is not set. */
export const RATE_LIMIT_PER_MINUTE = 1_200;
/** Part of it from which on an instance tells the others what a client has used. */
export const RATE_LIMIT_TOLD_PART = 1 / 20;
/** How often instances tell each other what they counted, and how many clients, or people, one of them counts at a time. */
export const SHARED_COUNTS_EVERY_MS = 1_000;
export const COUNTED_KEYS_MAX = 5_000;
/** A shorter answer would hardly get any shorter. */
export const COMPRESSED_FROM_BYTES = 1024;
/** Streams that tell of changes, at once on one instance: a browser has six connections. */
export const WATCHERS = { ofSession: 3, ofPerson: 12, inAll: 500 } as const;
/** How often an instance looks at what is watched. */
export const WATCH_EVERY_MS = 1_000;
/** After which time it is checked again whether somebody may go on watching, or downloading. */
export const STREAM_CHECK_MS = 15_000;
/** When whoever lost such a stream, or was refused one, asks again. */
export const STREAM_RETRY_MS = 3_000;
export const STREAM_REFUSED_RETRY_SECONDS = 60;
/**
 * Lists that are sent in lines while they are read, at once on one instance, and how long one may take: the 10,000 people
 * of an organization are 100 pages, asked for one after the other. Who is refused one asks again later.
 */
export const LISTS = { ofSession: 4, ofPerson: 8, ofOrganization: 100, inAll: 200 } as const;
export const LIST_LIMIT_MS = 5 * 60 * 1000;
export const LIST_REFUSED_RETRY_SECONDS = 10;
/** Files that are downloaded at once on one instance, how long one may take, and in which chunks it is sent. */
export const DOWNLOADS = { ofSession: 2, ofPerson: 4, ofOrganization: 20, inAll: 40 } as const;
export const DOWNLOAD_LIMIT_MS = 30 * 60 * 1000;
export const DOWNLOAD_CHUNK_BYTES = 16 * 1024;
export const DOWNLOAD_REFUSED_RETRY_SECONDS = 10;
