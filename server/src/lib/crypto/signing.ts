import type { StateTokens } from './state-token.ts';

/** What values are signed with that leave the service and come back. */
export interface Signing {
  readonly stateTokens: StateTokens;
  readonly key: Uint8Array;
  /** Of the service; values that name another are refused. */
  readonly origin: string;
}
