/** `orgdesk`: a running instance uses the address. `shared`: not tried, because instances may share it. */
export type ListenOutcome =
  | { readonly kind: 'free' | 'orgdesk' | 'shared' | 'taken' }
  /** The system's error code. */
  | { readonly kind: 'refused'; readonly code: string };

export interface ListenAddress {
  readonly prefix: '' | 'METRICS_';
  readonly host: string;
  readonly port: number;
  readonly outcome: ListenOutcome;
}

/** Tries the listen addresses and frees them at once. */
export interface ListenChecks {
  tryListening(): Promise<readonly ListenAddress[]>;
}
