/** GitHub docs: Registering a GitHub App from a manifest. */
export const MANIFEST_CODE_LIFETIME_MS = 60 * 60 * 1000;
/** The limit includes reading the body. */
export const CODE_HOST_CALL_LIMIT_MS = 8_000;
export const CODE_HOST_ANSWER_MAX_BYTES = 8 * 1024 * 1024;
export const CODE_HOST_JSON = { depth: 64, values: 400_000 } as const;
/** Longer rate limits are treated as wrong. */
export const RETRY_AHEAD_MAX_MS = 24 * 60 * 60 * 1000;
/** Logins of github.com have up to 39 characters. */
export const LOGIN_MAX_CHARACTERS = 100;
export const APP_REUSE_MS = 10 * 60 * 1000;
/** Cache lifetime of installation requests and of errors reading them. */
export const INSTALLATION_REQUESTS_REUSE_MS = 60_000;
/** Timeout for reading the installation page's address, after which it is composed. */
export const APP_PAGE_WAIT_MS = 2_000;
