/** What the keys of an instance are known by; no key follows from it. */
export interface KeyPrints {
  /** Of the key that signs states; null where that is not known. */
  readonly signing: string | null;
  /** Of the keys that open tokens; the first seals. */
  readonly tokens: readonly string[];
}

/** Whether a running instance has other keys than these. */
export interface ForeignKeys {
  /** One signs states with another key. */
  readonly signing: boolean;
  /** One seals tokens with a key that is not among these. */
  readonly tokens: boolean;
}

/** By which keys instances are known that run on a database. */
export interface InstanceKeyStore {
  /** Notes for so long that an instance runs with these keys. */
  note(instance: string, prints: KeyPrints, forMs: number): Promise<void>;
  /** Takes that back. */
  forget(instance: string, prints: KeyPrints): Promise<void>;
  /** Compares these keys with those of all instances that are noted. */
  foreign(prints: KeyPrints): Promise<ForeignKeys>;
}
