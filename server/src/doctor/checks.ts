import type { Check } from './check.ts';
import { app, clientId, clientSecret, slug } from './checks/app.ts';
import { budget } from './checks/budget.ts';
import { clock, databaseClock } from './checks/clocks.ts';
import { address, codeHost } from './checks/code-host.ts';
import { database, disk, migrations } from './checks/database.ts';
import { deliveries } from './checks/deliveries.ts';
import { installations, requests, suspended } from './checks/installations.ts';
import { events, permissions } from './checks/permissions.ts';
import { baseUrl, callback, settings } from './checks/settings.ts';
import { tokenExpiry, tokenSecret } from './checks/tokens.ts';
import { webhook } from './checks/webhook.ts';
import { CHECK_NAMES, type CheckName } from './finding.ts';

const BY_NAME = {
  settings,
  'base-url': baseUrl,
  'code-host': codeHost,
  app,
  clock,
  'client-id': clientId,
  slug,
  'client-secret': clientSecret,
  callback,
  permissions,
  events,
  webhook,
  deliveries,
  installations,
  suspended,
  requests,
  budget,
  address,
  database,
  'database-clock': databaseClock,
  migrations,
  disk,
  'token-secret': tokenSecret,
  'token-expiry': tokenExpiry,
} as const satisfies Readonly<Record<CheckName, Check>>;

/** Every check, in order. */
export const CHECKS: readonly Check[] = CHECK_NAMES.map((name) => BY_NAME[name]);
