import { describe, expect, it } from 'vitest';
import { NO_OWNER_RULES } from '../../../src/domain/owner-rules.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { NOON } from '../../support/databases/records.ts';

describe.each(ENGINES.map((engine) => [engine.name, engine] as const))('applied files on %s', (_name, { open }) => {
  it('of before accounts and rules were kept have none, until files are applied again', async () => {
    const { storage, rawQuery } = await open();
    const { appliedFiles } = storage;
    await rawQuery(`insert into applied_files
      (organization_id, files, plan_hash, applied_at, applied_by_id, applied_by_login)
      values (10, '[{"name":"a.yaml","text":"version: 1"}]', 'x', ${NOON.getTime()}, 1, 'ada')`);
    const former = {
      files: [{ name: 'a.yaml', text: 'version: 1' }],
      hash: 'x',
      at: NOON,
      by: { id: 1, login: 'ada' },
      accounts: null,
      ownerRules: NO_OWNER_RULES,
    };
    expect(await appliedFiles.find(10)).toEqual(former);
    const again = {
      ...former,
      accounts: [{ id: 1, login: 'ada' }],
      ownerRules: { ownersMin: 2, requiredOwners: [{ id: 1, login: 'ada' }] },
    };
    await appliedFiles.replace(10, again);
    expect(await appliedFiles.find(10)).toEqual(again);
  });
});
