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
