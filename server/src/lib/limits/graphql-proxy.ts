/** A few hundred documents. */
export const ALLOWED_DOCUMENTS_MAX_BYTES = 1024 * 1024;
