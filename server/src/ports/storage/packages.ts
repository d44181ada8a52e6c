export interface KeptPackage {
  readonly name: string;
  readonly kind: string;
  readonly bytes: Uint8Array;
}

/** Copies of packages that were once served, so that addresses in lock files stay valid. */
export interface PackageStore {
  /** Also removes all but the latest `PACKAGES_KEPT` of the same kind. */
  keep(kept: KeptPackage, now: Date): Promise<void>;
  find(name: string): Promise<Uint8Array | null>;
}
