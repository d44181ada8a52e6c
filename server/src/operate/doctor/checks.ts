import type { Check } from './check.ts';
import { app, clientId, clientSecret, slug, visibility } from './checks/app.ts';
import { auditHeads } from './checks/audit-heads.ts';
import { budget } from './checks/budget.ts';
import { clock, databaseClock } from './checks/clocks.ts';
import { address, codeHost, codeHostVersion, graphql } from './checks/code-host.ts';
import { connections, database, disk, migrations } from './checks/database.ts';
import { deliveries } from './checks/deliveries.ts';
import { installations, requests, suspended } from './checks/installations.ts';
import { listen } from './checks/listen.ts';
import { events, permissions } from './checks/permissions.ts';
import { baseUrl, callback, hostName, settings } from './checks/settings.ts';
import { sameSecrets, tokenExpiry, tokenSecret } from './checks/tokens.ts';
import { webhook } from './checks/webhook.ts';
import { CHECK_NAMES, type CheckName } from './finding.ts';

const BY_NAME = {
  settings,
  listen,
  'base-url': baseUrl,
  'host-name': hostName,
  'audit-heads': auditHeads,
  'code-host': codeHost,
  'code-host-version': codeHostVersion,
  graphql,
  app,
  visibility,
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
  connections,
  'database-clock': databaseClock,
  migrations,
  disk,
  'token-secret': tokenSecret,
  'same-secrets': sameSecrets,
  'token-expiry': tokenExpiry,
} as const satisfies Readonly<Record<CheckName, Check>>;

export const CHECKS: readonly Check[] = CHECK_NAMES.map((name) => BY_NAME[name]);
