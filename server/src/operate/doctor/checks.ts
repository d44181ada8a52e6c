import {
  app,
  clientId,
  clientSecret,
  deliveries,
  events,
  permissions,
  slug,
  visibility,
  webhook,
} from './checks/app.ts';
import {
  address,
  budget,
  clock,
  codeHost,
  codeHostVersion,
  databaseClock,
  graphql,
  sameSecrets,
  tokenExpiry,
  tokenSecret,
} from './checks/code-host.ts';
import { auditHeads, connections, database, disk, migrations } from './checks/database.ts';
import { installations, requests, suspended } from './checks/installations.ts';
import { baseUrl, callback, hostName, listen, settings } from './checks/settings.ts';
import type { Check } from './facts.ts';
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
