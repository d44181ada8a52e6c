/** More than a browser opens. */
export const SETUP_PAGE_CONNECTIONS_MAX = 16;
export const SETUP_PAGE_REQUEST_LIMIT_MS = 5_000;
export const SETUP_PAGE_CHECK_INTERVAL_MS = 500;
export const SETUP_PAGE_ADDRESS_MAX_CHARACTERS = 2_048;
