/** Leases held by one instance at a time, in database time. */
export interface LeaseStore {
  /** Takes or extends a lease. Returns false if another holder has it. */
  acquire(name: string, holder: string, leaseMs: number): Promise<boolean>;
  acquireEach(names: readonly string[], holder: string, leaseMs: number): Promise<ReadonlySet<string>>;
  /** 0 if expired, null if never taken or released. */
  leftMs(name: string): Promise<number | null>;
  release(name: string, holder: string): Promise<void>;
  releaseEach(names: readonly string[], holder: string): Promise<void>;
}
