/** Session lifetime when the code host's token does not end sooner. Specification: Limits. */
export const SESSION_LIFETIME_MS = 24 * 60 * 60 * 1000;
/** A token with this little time left, or less, is refreshed. Specification: Limits. */
export const TOKEN_REFRESH_WINDOW_MS = 5 * 60 * 1000;

/** Lifetime of both state tokens. Specification: Limits. */
export const STATE_TOKEN_LIFETIME_SECONDS = 10 * 60;
/** How far another instance's clock may run ahead when it issued a state token. Expiry itself is exact. */
export const STATE_TOKEN_CLOCK_SKEW_SECONDS = 60;
/** A state token of an instance with other settings is warned of once in this time at most. */
export const FOREIGN_STATE_PAUSE_MS = 60_000;
/** `Max-Age` of both CSRF cookies. Specification: Limits. */
export const CSRF_COOKIE_LIFETIME_SECONDS = 600;
export const CSRF_VALUE_BYTES = 32;
export const SESSION_ID_BYTES = 32;

/** Longest accepted `returnTo`, counted as it will be emitted (percent-encoded). Specification: Limits, "about 8 KB". */
export const RETURN_TO_MAX_BYTES = 8 * 1024;

export const CIPHER_IV_BYTES = 16;
export const CIPHER_TAG_BYTES = 16;
/** Time between two clearings of ended sessions and used states. */
export const CLEARING_INTERVAL_MS = 10 * 60 * 1000;
/** Pause between two batches of a clearing, for others. */
export const CLEARING_PAUSE_MS = 10;
/**
 * How long what no session needs any more is kept: users after their last sign-in, and the order of looks at
 * installations that are gone, whose last look under way must be over by then.
 */
export const UNNEEDED_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** How often it is noted which place in the order of looks is the latest. */
export const OBSERVATION_TIMES_EVERY_MS = 24 * 60 * 60 * 1000;
/** Time between two attempts to carry out sign-outs that the database missed, and how many are kept in mind. */
export const SIGN_OUT_RETRY_MS = 1_000;
export const PENDING_SIGN_OUTS_MAX = 100_000;
/** Shortest configured secret that is accepted. Decision S15. */
export const SECRET_MIN_CHARACTERS = 32;

/** After how long whoever met an outage asks again. */
export const OUTAGE_RETRY_SECONDS = 2;

/** Most connections to PostgreSQL of one process when `DATABASE_POOL_SIZE` is not set. */
export const DATABASE_POOL_SIZE = 10;
/** How long the code of an App that was just registered is good. GitHub docs: Registering a GitHub App from a manifest. */
export const MANIFEST_CODE_LIFETIME_MS = 60 * 60 * 1000;
/** Time limit of one call to the code host, body included. */
export const CODE_HOST_CALL_LIMIT_MS = 8_000;
/** Largest answer of the code host that is read. */
export const CODE_HOST_ANSWER_MAX_BYTES = 8 * 1024 * 1024;
/** What a JSON answer of the code host may have; a page of a hundred records stays far below. */
export const CODE_HOST_JSON = { depth: 64, values: 400_000 } as const;
/** A rate limit that is said to last longer than this is not believed. */
export const RETRY_AHEAD_MAX_MS = 24 * 60 * 60 * 1000;
/** A refresh lease outlives the call it protects, or a second instance would spend the same refresh token. */
export const REFRESH_LEASE_MS = CODE_HOST_CALL_LIMIT_MS + 4_000;
/** After a passing fault, nobody tries to refresh the same session for this long. */
export const REFRESH_PAUSE_MS = 5_000;
/** How long a refresh is waited for, whoever makes it, to show a session whose token still lives. */
export const REFRESH_WAIT_SHOWN_MS = 1_000;
/** The same to use the token: it dies with the refresh. */
export const REFRESH_WAIT_USED_MS = 3_000;
/** How long another reader's refresh is waited for at all: then its lease has ended. */
export const REFRESH_WAIT_MS = REFRESH_LEASE_MS + 500;
/** Pause between two looks at a session that another instance is refreshing. */
export const REFRESH_POLL_MS = 40;
/** How long after its lease was asked for, and with what pause, a refreshed pair is offered to a database that fails. */
export const REFRESH_STORE_UNTIL_MS = REFRESH_LEASE_MS - 500;
export const REFRESH_STORE_PAUSE_MS = 250;

/** Largest body of a JSON request. */
export const REQUEST_BODY_MAX_BYTES = 1024 * 1024;
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
/** How long a connection without a request is kept. */
export const IDLE_CONNECTION_LIMIT_MS = 72_000;
/** Time for a client whose request was not HTTP, or never arrived, to read why; then its connection is cut. */
export const REFUSED_CONNECTION_LIMIT_MS = 1_000;
/** How long the service serves on after a stop signal when `SHUTDOWN_DELAY` is not set, and the longest it may be. */
export const SHUTDOWN_DELAY_SECONDS = 5;
export const SHUTDOWN_DELAY_MAX_SECONDS = 3_600;
/** Signals that arrive within this time are one: what started the service may pass on what it was sent as well. */
export const SIGNAL_REPEAT_MS = 1_000;
/** While the service closes, a request that goes on arriving is cut off after this time. */
export const UNFINISHED_REQUEST_LIMIT_MS = 1_000;
/** How long, and how much, of a refused body is read and dropped so that the client reads why. */
export const REFUSED_BODY_LIMIT_MS = 20_000;
export const REFUSED_BODY_MAX_BYTES = 32 * 1024 * 1024;
/** Less of it than this ends that. */
export const REFUSED_BODY_PROGRESS = { everyMs: 2_000, leastBytes: 4 * 1024 } as const;
/** After a stop signal, requests under way get this long. */
export const SHUTDOWN_LIMIT_MS = 10_000;
/** Lines of the log that wait to be written, and how often they are offered to a reader that takes none. */
export const LOG_WAITING_MAX_CHARACTERS = 1024 * 1024;
export const LOG_RETRY_MS = 50;
/** Lines of so long are written together. */
export const LOG_GATHER_MS = 10;
/** How long the last lines of a process are offered. */
export const LOG_LAST_WORDS_MS = 500;
/** How often a failure that goes on is told, and how many kinds of failures are counted at a time. */
export const FAILURE_SUMMARY_MS = 10_000;
export const FAILURE_KINDS_MAX = 100;
/** Requests a minute and client when `RATE_LIMIT` is not set. */
export const RATE_LIMIT_PER_MINUTE = 1_200;
/** Part of it from which on an instance tells the others what a client has used. */
export const RATE_LIMIT_TOLD_PART = 1 / 20;
/** How often instances tell each other what they counted, and how many clients, or people, one of them counts at a time. */
export const SHARED_COUNTS_EVERY_MS = 1_000;
export const COUNTED_KEYS_MAX = 5_000;

/** Largest webhook body; the platform sends none above 25 MB. */
export const WEBHOOK_BODY_MAX_BYTES = 25 * 1024 * 1024;
/** The same where no secret tells the platform from anybody else. */
export const UNSIGNED_WEBHOOK_BODY_MAX_BYTES = 1024 * 1024;
/** Memory for webhook bodies that are being read, of it for those of one client address, and what each may have beside. */
export const WEBHOOK_BODIES_TOTAL_BYTES = 128 * 1024 * 1024;
export const WEBHOOK_BODIES_ADDRESS_BYTES = 64 * 1024 * 1024;
export const WEBHOOK_BODY_FREE_BYTES = 64 * 1024;
/** A webhook body of which less than this has arrived within this time is given up. */
export const WEBHOOK_BODY_PROGRESS = { everyMs: 5_000, leastBytes: 16 * 1024 } as const;
/** What a webhook may have: the names of 130,000 repositories come to 780,000 values. */
export const WEBHOOK_JSON = { depth: 64, values: 1_000_000 } as const;
/** A webhook is answered after this time at the latest; the platform gives up after ten seconds. */
export const WEBHOOK_LIMIT_MS = 7_000;
/** How long an answer waits for a repository list, which is marked as stale until it is stored. */
export const WEBHOOK_LIST_WAIT_MS = 3_000;
/** How long the body of an event is known, so that a copy of it does nothing that it did not do the first time. */
export const SEEN_EVENTS_KEPT_MS = 365 * 24 * 60 * 60 * 1000;
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
/** A shorter answer would hardly get any shorter. */
export const COMPRESSED_FROM_BYTES = 1024;
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
/** How long the platform keeps deliveries. */
export const DELIVERY_HISTORY_MS = 3 * 24 * 60 * 60 * 1000;
/** Attempts after which a failed delivery is given up. */
export const DELIVERY_ATTEMPTS_MAX = 5;

/** Most unique logins in one mass invite. Specification: Limits. */
export const INVITEES_MAX = 50;
/** Most logins of one mass invite that are worked on at once. Specification: Limits. */
export const INVITE_CONCURRENCY = 5;
/**
 * A mass invite or a change of invitations sends nothing more after this time, and their list is given up. With the last
 * call it is answered in under a minute, the time after which proxies usually give up.
 */
export const INVITE_LIMIT_MS = 40_000;
/** An invitation that is older than this when it is answered was not made by the request. */
export const INVITATION_FRESH_MS = 60_000;

/** How long the code host's word on somebody's own membership counts, and how many such words are kept. */
export const LIVE_MEMBERSHIP_MS = 60_000;
export const LIVE_MEMBERSHIPS_MAX = 10_000;
/** How long an invitation waits for an answer; then it has failed. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
/** The time over which the code host counts the invitations of an organization. */
export const INVITATION_QUOTA_MS = 24 * 60 * 60 * 1000;

/** Most rows of one preview, and most logins that one call of GraphQL asks about. */
export const PREVIEW_ROWS_MAX = 200;
export const PREVIEW_LOGINS_PER_CALL = 100;
/**
 * How long a preview counts what is true of the whole organization, and how many invitations and teams are kept for that,
 * all organizations together.
 */
export const PREVIEW_FACTS_MS = 60_000;
export const PREVIEW_FACTS_MAX = 100_000;

/** How long a preview of a change of people may be sent back with it. */
export const PEOPLE_PREVIEW_SECONDS = 10 * 60;
/** More people than this are changed only after the organization's login was typed. */
export const UNCONFIRMED_PEOPLE_MAX = 5;
/**
 * How much a preview asks to count the repositories that people lose: only in an organization of so few repositories, in
 * pages of so many, and so many pages for everybody in it. Each page is a point or two of the person's 2,000 of a minute.
 */
export const LOST_REPOSITORIES = { most: 200, page: 50, pagesMax: 60 } as const;

/** What one invitation job may have; at its largest, its body fits the limit of bytes. */
export const JOB_ROWS_MAX = 2_000;
export const JOB_TEAMS_MAX = 20;
export const JOB_BODY_MAX_BYTES = 2 * 1024 * 1024;
export const JOB_KEY_MAX_CHARACTERS = 100;
export const EMAIL_MAX_CHARACTERS = 254;
/** Jobs of one organization that have not ended, and those that are listed. */
export const JOBS_OPEN_MAX = 20;
export const JOBS_LISTED_MAX = 100;
export const JOB_ROWS_PAGE_MAX = 500;
/**
 * How fast one person's invitations are sent, by the code host's own advice: less than the 500 of an hour it refuses at.
 * They are counted from when they are marked and may arrive a call later: so a second and an hour are a little longer.
 */
export const JOB_PACE = { everyMs: 1_050, perHour: 450, hourMs: 60 * 60 * 1000 + 10_000 } as const;
/** How long the invitations of one request may go on arriving after the first. */
export const BATCH_LASTS_MS = INVITE_LIMIT_MS + CODE_HOST_CALL_LIMIT_MS;
/** A job that goes on waits no longer for its turn: a later time was written by a clock that was ahead. */
export const JOB_AHEAD_MAX_MS = 2 * 60 * 60 * 1000;
/** An instance that vanished while it worked on a job blocks the others for no longer. */
export const JOB_LEASE_MS = 30_000;
/**
 * A row that may have been sent is looked up no sooner: by then a call that was cut off has happened or never will. It is
 * longer than a call may last with the pause before it.
 */
export const SENDING_UNKNOWN_MS = 30_000;
/** A call that did not begin within this time after its row was marked is not made. */
export const SENDING_BEGINS_MS = 5_000;
/** How often a call without an answer is tried again, and after which pause; then the job stops for a while. */
export const JOB_TRIES_MAX = 3;
export const JOB_TRY_PAUSE_MS = 10_000;
export const JOB_UNREACHABLE_MS = 5 * 60 * 1000;
/**
 * So many times in a row a call for a row may have no answer, or its row not have arrived when it is looked up; then the
 * code host fails at this row alone, and the job goes on without it.
 */
export const JOB_ROW_TRIES_MAX = 6;
/** A job that is cancelled tries for so long to find out what became of the row it had begun to send. */
export const JOB_CANCELLING_MAX_MS = 60 * 60 * 1000;
/** A rate limit, or a quota, of which nobody knows how long it lasts is over by then, or is met again. */
export const JOB_RATE_LIMIT_MS = 60_000;
export const JOB_QUOTA_MS = 60 * 60 * 1000;
/** How often an instance looks for jobs that another one was told to begin. */
export const JOBS_POLL_MS = 5_000;
/** Jobs of one kind that an instance works on at once, and steps of one that it does before others have their turn. */
export const JOBS_AT_ONCE = 8;
export const JOB_STEPS_AT_ONCE = 10;
/**
 * Streams that tell of changes, of one session (a browser has six connections) and in all on one instance; how often an
 * instance looks at what is watched, and after which time it is checked again whether somebody may go on watching.
 */
export const WATCHERS_OF_SESSION_MAX = 3;
export const WATCHERS_MAX = 500;
export const WATCH_EVERY_MS = 1_000;
export const WATCHER_CHECK_MS = 15_000;
/** When whoever lost such a stream, or was refused one, asks again. */
export const STREAM_RETRY_MS = 3_000;
export const STREAM_REFUSED_RETRY_SECONDS = 60;
/** Days after the end of a job when `INVITATION_ROWS_DAYS` and `INVITATION_ADDRESSES_DAYS` are not set. */
export const INVITATION_ROWS_DAYS = 30;
export const INVITATION_ADDRESSES_DAYS = 7;

/**
 * Lists that are sent in lines while they are read, of one session and in all on one instance, and how long one may take:
 * the 10,000 people of an organization are 100 pages, asked for one after the other. Who is refused one asks again later.
 */
export const LISTS_OF_SESSION_MAX = 4;
export const LISTS_MAX = 200;
export const LIST_LIMIT_MS = 5 * 60 * 1000;
export const LIST_REFUSED_RETRY_SECONDS = 10;

/** How long reading of one person may take. */
export const PERSON_LIMIT_MS = 30 * 1000;
/** How long it counts who has a weak second factor, and what is kept of that, all organizations together. */
export const SECOND_FACTORS_KEPT_MS = 60_000;
export const SECOND_FACTORS_MAX_BYTES = 4 * 1024 * 1024;
/** How long one entry of the audit trail stands for whatever a session is told of that. */
export const REVIEW_NOTED_MS = 60 * 60 * 1000;
/** Repositories that are asked for at first, each with its people from outside. */
export const OUTSIDE_REPOSITORIES_PAGE = 50;

/** What a proxied document may have. The eleven published ones stay far below. */
export const DOCUMENT_MAX_BYTES = 16 * 1024;
export const DOCUMENT_TOKENS_MAX = 2_000;
/** Levels of braces and brackets: of fields, of fragments, and of lists and objects in arguments. */
export const DOCUMENT_DEPTH_MAX = 12;
/** Fields, fragments, directives, variables and values, counted with fragments spread out. */
export const DOCUMENT_PARTS_MAX = 200;
export const DOCUMENT_ALIASES_MAX = 20;
/** Checked documents that are kept, as they came and as they are sent: a few hundred. */
export const ALLOWED_DOCUMENTS_MAX_BYTES = 1024 * 1024;
/** Longest text in a variable. */
export const VARIABLE_MAX_CHARACTERS = 1_000;

/** Longest login somebody may ask about; those of github.com have up to 39 characters. */
export const LOGIN_MAX_CHARACTERS = 100;
/** How long what the code host says of the App is known without asking again. */
export const APP_REUSE_MS = 10 * 60 * 1000;
/** How long the requests to install the App are known without asking again, or why they are not. */
export const INSTALLATION_REQUESTS_REUSE_MS = 60_000;
/** How long somebody who goes to install the App waits for the address of its page; then it is composed. */
export const APP_PAGE_WAIT_MS = 2_000;
/** Looks at organizations as the App that one person may cause in a minute (decision 0079). */
export const APP_LOOKS_PER_MINUTE = 10;
/** How long an answer about an access waits for what is looked at as the App: with a refresh and a membership, 20 s. */
export const APP_LOOK_WAIT_MS = 4_000;

/** Uses of a session closer together than this are one. */
export const SESSION_USE_EVERY_MS = 5 * 60_000;

/** How long a use may wait before it is written, with those of others. */
export const SESSION_USES_WAIT_MS = 10_000;

/** Sessions whose last use an instance remembers; the oldest are noted anew when they are used again. */
export const SESSION_USES_MAX = 50_000;

/** Sessions of a person that are listed, the last used first. */
export const OWN_SESSIONS_MAX = 200;

/** Repositories of one call about a person, people of one call about a repository; less where the code host takes too long. */
export const REACHED_REPOSITORIES_PAGE = 50;
export const REPOSITORY_PEOPLE_PAGE = 100;
/** Repositories, each with its first hundred people, of one call of an export: a thousand people cost one of the hourly points. */
export const ACCESS_EXPORT_REPOSITORIES_PAGE = 10;
/** Where the file of an export ends, and says so. */
export const ACCESS_EXPORT_ROWS_MAX = 2_000_000;
export const ACCESS_EXPORT_MAX_BYTES = 200 * 1024 * 1024;
/** How long the file of an export is kept after its end. */
export const ACCESS_EXPORT_KEPT_MS = 24 * 60 * 60 * 1000;
/** Exports of an organization that are listed. */
export const ACCESS_EXPORTS_LISTED_MAX = 20;
/** Calls of an export in a row that had no usable answer, or were not accepted; then it stops. */
export const ACCESS_EXPORT_TRIES_MAX = 24;
export const ACCESS_EXPORT_REJECTIONS_MAX = 3;
/** How often an export that waits has its session refreshed, when that is due: within the time before its token ends. */
export const ACCESS_EXPORT_REFRESH_MS = TOKEN_REFRESH_WINDOW_MS / 2;

/** Days for which entries of audit trails are kept when `AUDIT_DAYS` is not set. */
export const AUDIT_DAYS = 365;
/** A change that was intended and has had no outcome for so long is unknown: its calls have ended by then. */
export const AUDIT_UNDER_WAY_MS = 5 * 60 * 1000;
/** Longest name, and longest text of another kind, that an audit trail keeps, and how many values of a list. */
export const AUDIT_NAME_MAX_CHARACTERS = 320;
export const AUDIT_TEXT_MAX_CHARACTERS = 1_000;
export const AUDIT_LIST_MAX = 100;
/** Entries that are read at once for a file. */
export const AUDIT_ENTRIES_AT_ONCE = 500;
/**
 * How long it is looked for what became of an invitation: it fails after a week, and the service may have been down. Rows of
 * one organization that are read for that, organizations of one round that are asked, and people of one who are looked up.
 */
export const AUDIT_FOLLOWED_MS = 21 * 24 * 60 * 60 * 1000;
export const AUDIT_FOLLOWED_ROWS_MAX = 10_000;
export const AUDIT_FOLLOWED_ORGANIZATIONS_MAX = 500;
export const AUDIT_FOLLOWED_PEOPLE_MAX = 50;
/** How long, and with what pause, an outcome is offered to a database that fails, and how long an answer waits for that. */
export const AUDIT_SETTLE_LIMIT_MS = 10_000;
export const AUDIT_SETTLE_PAUSE_MS = 250;
export const AUDIT_SETTLE_WAIT_MS = 2_000;

/** How often sessions and jobs are counted for a scrape at most, and how long a scrape waits for that. */
export const COUNTS_KEPT_MS = 60_000;
export const COUNTS_WAIT_MS = 1_500;
/** How long the smallest share that was left of a limit is told. */
export const LIMIT_SEEN_MS = 5 * 60 * 1000;
/** Deliveries whose arrival is remembered until a comparison tells when they were sent. */
export const KEPT_RECEIPTS_MAX = 1_000;
/** How often it is said that traces are lost, at most, and how long the end of the process waits for the last of them. */
export const LOST_SPANS_LINE_MS = 5 * 60 * 1000;
export const TRACES_LAST_WORDS_MS = 2_000;
