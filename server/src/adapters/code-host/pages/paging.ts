/** Largest page the platform gives. */
export const PAGE_SIZE = 100;
/** Where following pages ends, whatever the code host says: at 10,000 entries. */
export const PAGES_MAX = 100;
