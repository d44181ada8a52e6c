const CREDENTIAL = /\b(?:gh[a-z]_|github_pat_)[A-Za-z0-9_.-]+|\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_.-]+|\b[0-9a-f]{64}\b/g;

/** Replaces code-host tokens, JWTs and session IDs. */
export const withoutCredentials = (text: string, replacement: string): string => text.replace(CREDENTIAL, replacement);
