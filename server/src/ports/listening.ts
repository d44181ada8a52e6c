/** What an attempt to listen on an address met. `orgdesk`: a running instance of this service has it. */
export type ListenOutcome =
  | { readonly kind: 'free' | 'orgdesk' | 'taken' }
  /** `code` is the system's. */
  | { readonly kind: 'refused'; readonly code: string };

/** An address that the settings name for listening. */
export interface ListenAddress {
  /** What the names of its settings begin with. */
  readonly prefix: '' | 'METRICS_';
  readonly host: string;
  readonly port: number;
  readonly outcome: ListenOutcome;
}

/** Tries the addresses that the service listens on, and frees them at once. */
export interface ListenChecks {
  tryListening(): Promise<readonly ListenAddress[]>;
}
