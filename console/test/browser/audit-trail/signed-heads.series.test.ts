import { createDatabase } from '../../../../server/test/support/databases/engines.ts';
import { testSignedHeads } from './signed-head-tests.ts';

testSignedHeads('SQLite', async () => (await createDatabase('SQLite')).url);
