import { expect, test } from 'vitest';
import { hasShapeOf } from '../../../src/capabilities/webhooks/event-shapes.ts';

// The published schema allows it, though no published payload has it.
test('an installation whose account is null is still one', () => {
  expect(hasShapeOf('installation', { action: 'deleted', installation: { id: 101, account: null } })).toBe(true);
  expect(hasShapeOf('installation', { action: 'deleted', installation: { id: 101 } })).toBe(false);
});
