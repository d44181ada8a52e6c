declare const brand: unique symbol;

type Branded<Name> = string & { readonly [brand]: Name };

/** A plaintext code-host access or refresh token. Never logged or part of a view. */
export type HostToken = Branded<'host token'>;

/** The client's credential: 64 lowercase hex characters. Never stored. */
export type SessionId = Branded<'session ID'>;

/** SHA-256 of the session ID, stored in its place (decision S1). */
export type SessionKey = Branded<'session key'>;
