import type { Row } from '../reporting/row.ts';
import { duringExport } from './during-export.ts';
import { manyPeople } from './far-code-host/many-people.ts';
import { massInvite } from './far-code-host/mass-invite.ts';
import { proxy } from './far-code-host/proxy.ts';
import { signingIn } from './far-code-host/signing-in.ts';
import { footprint } from './footprint.ts';
import { growth } from './growth.ts';
import { idleRounds } from './idle-rounds.ts';
import { installStatus } from './install-status.ts';
import { readsOnPostgres } from './on-postgres.ts';
import { organizations } from './organizations.ts';
import { sessionRead } from './session-read.ts';
import { sharedPort } from './shared-port.ts';
import { survivors } from './survivors.ts';
import { underWebhooks } from './under-webhooks.ts';
import { webhook } from './webhook.ts';

/** All rows of the table, by number. */
export const ROWS: ReadonlyMap<number, Row> = new Map([
  [1, sessionRead],
  [2, organizations],
  [3, readsOnPostgres],
  [4, webhook],
  [5, installStatus],
  [6, proxy],
  [7, signingIn],
  [8, massInvite],
  [9, growth],
  [10, idleRounds],
  [11, footprint],
  [12, underWebhooks],
  [13, manyPeople],
  [14, duringExport],
  [15, sharedPort],
  [16, survivors],
]);
