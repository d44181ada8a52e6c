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
/** Longest login somebody may ask about; those of github.com have up to 39 characters. */
export const LOGIN_MAX_CHARACTERS = 100;
/** How long what the code host says of the App is known without asking again. */
export const APP_REUSE_MS = 10 * 60 * 1000;
/** How long the requests to install the App are known without asking again, or why they are not. */
export const INSTALLATION_REQUESTS_REUSE_MS = 60_000;
/** How long somebody who goes to install the App waits for the address of its page; then it is composed. */
export const APP_PAGE_WAIT_MS = 2_000;
