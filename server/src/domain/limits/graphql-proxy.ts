export const DOCUMENT_MAX_BYTES = 16 * 1024;
export const DOCUMENT_TOKENS_MAX = 2_000;
/** Nesting of fields, fragments, and lists and objects in arguments. */
export const DOCUMENT_DEPTH_MAX = 12;
/** Fields, fragments, directives, variables and values, with fragments expanded. */
export const DOCUMENT_PARTS_MAX = 200;
export const DOCUMENT_ALIASES_MAX = 20;
/** A few hundred documents. */
export const ALLOWED_DOCUMENTS_MAX_BYTES = 1024 * 1024;
export const VARIABLE_MAX_CHARACTERS = 1_000;
