/** `note`: not provable from here. `warning`: works, but not as it should. */
export type Standing = 'ok' | 'note' | 'warning' | 'failure';

/** Texts never contain secrets or values of secret settings. */
export interface Finding {
  readonly standing: Standing;
  readonly fact: string;
  /** What to do, and where; null if nothing. */
  readonly next: string | null;
}

export const fine = (fact: string, next: string | null = null): Finding => ({ standing: 'ok', fact, next });
export const note = (fact: string, next: string | null = null): Finding => ({ standing: 'note', fact, next });
export const warn = (fact: string, next: string): Finding => ({ standing: 'warning', fact, next });
export const fail = (fact: string, next: string): Finding => ({ standing: 'failure', fact, next });

/** Ends a sentence with what is refused. */
export const FIREWALL = 'a firewall or proxy between this machine and the code host';

/** The check that explains why another was skipped. */
export interface Blocked {
  readonly blockedBy: CheckName;
}
export const blockedBy = (name: CheckName): Blocked => ({ blockedBy: name });

/** Order of the report. */
export const CHECK_GROUPS = {
  Service: ['settings', 'listen', 'base-url', 'host-name', 'audit-heads'],
  'Code host and App': [
    'code-host',
    'code-host-version',
    'graphql',
    'app',
    'visibility',
    'clock',
    'client-id',
    'slug',
    'client-secret',
    'callback',
    'permissions',
    'events',
  ],
  Webhooks: ['webhook', 'deliveries'],
  Installations: ['installations', 'suspended', 'requests', 'budget', 'address'],
  'Database and tokens': [
    'database',
    'connections',
    'database-clock',
    'migrations',
    'disk',
    'token-secret',
    'same-secrets',
    'token-expiry',
  ],
} as const;
export type CheckName = (typeof CHECK_GROUPS)[keyof typeof CHECK_GROUPS][number];

export const CHECK_NAMES: readonly CheckName[] = Object.values(CHECK_GROUPS).flat();
