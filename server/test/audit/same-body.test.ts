import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../support/databases/engines.ts';
import { sharedService } from '../support/service/shared-service.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('on %s', (engine) => {
  const service = sharedService({ engine });

  test('a body that made an entry makes none about the same target under the name of another event', async () => {
    const { storage, clock } = service();
    const record = (action: string, deliveryId: string, hash: string) =>
      storage.auditTrail.recordFirst(
        {
          organization: { id: 990, login: 'same-body' },
          action,
          way: 'webhook',
          actor: null,
          target: { kind: 'person', id: 77, name: 'grace' },
          before: {},
          after: {},
          requestId: null,
          deliveryId,
        },
        clock.now(),
        { hash, isShared: false },
      );
    expect(await record('repository.collaborator_added', 'one', 'a'.repeat(64))).toBe(true);
    expect(await record('team.member_added', 'two', 'a'.repeat(64))).toBe(false);
    expect(await record('team.member_added', 'three', 'b'.repeat(64))).toBe(true);
  });
});
