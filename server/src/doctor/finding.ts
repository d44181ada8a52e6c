/** How something stands: as it should, working but not as it should, or not working. */
export type Standing = 'ok' | 'warning' | 'failure';

/** What one check found. Neither text holds a secret, a token or the value of a secret setting. */
export interface Finding {
  readonly standing: Standing;
  /** What is so. */
  readonly fact: string;
  /** What to do, and where; null when nothing is to be done. */
  readonly next: string | null;
}

export const fine = (fact: string, next: string | null = null): Finding => ({ standing: 'ok', fact, next });
export const warn = (fact: string, next: string): Finding => ({ standing: 'warning', fact, next });
export const fail = (fact: string, next: string): Finding => ({ standing: 'failure', fact, next });

/** What could not be judged, because of what another check tells of. */
export interface Hindered {
  readonly hinderedBy: CheckName;
}
export const hinderedBy = (name: CheckName): Hindered => ({ hinderedBy: name });

/** The checks by name; their order is that of `--help`, of the report and of the documentation. */
export const CHECK_NAMES = [
  'settings',
  'base-url',
  'code-host',
  'app',
  'clock',
  'client-id',
  'slug',
  'client-secret',
  'callback',
  'permissions',
  'events',
  'webhook',
  'deliveries',
  'installations',
  'suspended',
  'requests',
  'budget',
  'address',
  'database',
  'database-clock',
  'migrations',
  'disk',
  'token-secret',
  'token-expiry',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];
