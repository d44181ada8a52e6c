import { afterAll } from 'vitest';
import { createTestPostgres } from '../../../../server/test/support/databases/postgres.ts';
import { testSignedHeads } from './signed-head-tests.ts';

const postgres = createTestPostgres();
afterAll(async () => (await postgres).remove());

testSignedHeads('PostgreSQL', async () => (await postgres).url);
