/** Fingerprints, which do not reveal the keys. */
export interface KeyPrints {
  /** Of the key that signs state tokens; null if unknown. */
  readonly signing: string | null;
  /** Of the keys that decrypt stored tokens; the first one encrypts. */
  readonly tokens: readonly string[];
}

export interface ForeignKeys {
  /** An instance signs state tokens with another key. */
  readonly signing: boolean;
  /** An instance encrypts tokens with a key that this one does not have. */
  readonly tokens: boolean;
}

export interface InstanceKeyStore {
  /** Publishes fingerprints until they expire. */
  note(instance: string, prints: KeyPrints, forMs: number): Promise<void>;
  forget(instance: string, prints: KeyPrints): Promise<void>;
  /** Compares fingerprints with those of all running instances. */
  foreign(prints: KeyPrints): Promise<ForeignKeys>;
}
