import { describe, expect, test } from 'vitest';
import { AUDIT_VERIFY_ROWS } from '../../src/lib/limits/audit.ts';
import { ENGINES_OF_RULES } from '../support/databases/engines.ts';
import { upTo } from '../support/databases/records.ts';
import { turnsDuring } from '../support/turns-during.ts';
import { addEntries } from './heads.ts';
import { after, eventOf } from './store/trails.ts';

const PAGES = 8;
const TRAILS = 40;

describe.each(ENGINES_OF_RULES)('others are served on $name', ({ open }) => {
  test('while a long audit log is signed for the first time', async () => {
    const { storage } = await open();
    await addEntries(storage, PAGES * AUDIT_VERIFY_ROWS);
    expect(await turnsDuring(() => storage.auditHeads.grow(10))).toBeGreaterThanOrEqual(PAGES);
  });

  test('while rows of many audit logs expire', async () => {
    const { storage } = await open();
    const events = upTo(TRAILS).map((id) => eventOf({ organization: { id: id + 1, login: `org-${id}` } }));
    await storage.auditTrail.record(events, after(0));
    expect(await turnsDuring(() => storage.auditTrail.removeBefore(after(86_400_000)))).toBeGreaterThanOrEqual(TRAILS);
  });
});
