/** Permissions that one instance at a time holds, measured by the database's own time. */
export interface LeaseStore {
  /** Takes or extends a lease; false while another holder has it. */
  acquire(name: string, holder: string, leaseMs: number): Promise<boolean>;
  /** The same for several at once; those that were taken. */
  acquireEach(names: readonly string[], holder: string, leaseMs: number): Promise<ReadonlySet<string>>;
  /** How much longer it lasts: 0 when it ran out, null when nobody took it or it was given back. */
  leftMs(name: string): Promise<number | null>;
  /** Gives it back early; does nothing when it is not held. */
  release(name: string, holder: string): Promise<void>;
  /** The same for several at once. */
  releaseEach(names: readonly string[], holder: string): Promise<void>;
}
