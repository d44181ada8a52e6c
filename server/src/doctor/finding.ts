/** How something stands: as it should, not provable from here, working but not as it should, or not working. */
export type Standing = 'ok' | 'note' | 'warning' | 'failure';

/** What one check found. Neither text holds a secret, a token or the value of a secret setting. */
export interface Finding {
  readonly standing: Standing;
  /** What is so. */
  readonly fact: string;
  /** What to do, and where; null when nothing is to be done. */
  readonly next: string | null;
}

export const fine = (fact: string, next: string | null = null): Finding => ({ standing: 'ok', fact, next });
/** For what proves nothing and asks for nothing. */
export const note = (fact: string, next: string | null = null): Finding => ({ standing: 'note', fact, next });
export const warn = (fact: string, next: string): Finding => ({ standing: 'warning', fact, next });
export const fail = (fact: string, next: string): Finding => ({ standing: 'failure', fact, next });

/** What could not be judged, because of what another check tells of. */
export interface Hindered {
  readonly hinderedBy: CheckName;
}
export const hinderedBy = (name: CheckName): Hindered => ({ hinderedBy: name });

/** The checks by what they are about; their order is that of the report and of the documentation. */
export const CHECK_GROUPS = {
  Service: ['settings', 'listen', 'base-url', 'host-name'],
  'Code host and App': [
    'code-host',
    'code-host-version',
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
    'token-expiry',
  ],
} as const;
export type CheckName = (typeof CHECK_GROUPS)[keyof typeof CHECK_GROUPS][number];

/** The checks by name. */
export const CHECK_NAMES: readonly CheckName[] = Object.values(CHECK_GROUPS).flat();
