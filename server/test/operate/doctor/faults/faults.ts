import { OF_POSTGRESQL } from './of-postgresql.ts';
import { OF_THE_APP } from './of-the-app.ts';
import { OF_THE_CODE_HOST } from './of-the-code-host.ts';
import { OF_SQLITE, OF_WHAT_IS_STORED } from './of-the-database.ts';
import { OF_THE_FORMS } from './of-the-forms.ts';
import { OF_THE_NETWORK } from './of-the-network.ts';
import { OF_THE_SETTINGS } from './of-the-settings.ts';
import { OF_THE_WEBHOOK } from './of-the-webhook.ts';

/** Faults by the engine they are planted on; those of the database alone on each. */
export const FAULTS = {
  SQLite: [
    ...OF_THE_CODE_HOST,
    ...OF_THE_NETWORK,
    ...OF_THE_APP,
    ...OF_THE_WEBHOOK,
    ...OF_THE_SETTINGS,
    ...OF_THE_FORMS,
    ...OF_WHAT_IS_STORED,
    ...OF_SQLITE,
  ],
  PostgreSQL: [...OF_WHAT_IS_STORED, ...OF_POSTGRESQL],
} as const;
