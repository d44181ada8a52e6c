import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AuditTrailStore } from '../../../src/audit/store/types.ts';
import type { CodeHost } from '../../../src/code-host/code-host.ts';
import type { Delivery } from '../../../src/code-host/types.ts';
import type { AuditEvent } from '../../../src/domain/audit-entry.ts';
import type { HostRefusal } from '../../../src/domain/host-refusal.ts';
import type { WebhookServices } from '../../../src/features/webhooks/apply-event.ts';
import { createRepeatedEvents } from '../../../src/features/webhooks/repeated-events.ts';
import { REPEATED_EVENT_CHECKS_MS, REPEATED_EVENTS_MAX } from '../../../src/lib/limits/installations.ts';
import { ok, type Result, refuse } from '../../../src/lib/result.ts';
import type { Log } from '../../../src/lib/system.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const AWAY: Result<never, HostRefusal> = refuse({ kind: 'unreachable', message: 'away' });
const EVERY_CHECK_MS = REPEATED_EVENT_CHECKS_MS.reduce((sum, ms) => sum + ms, 0);

const entryOf = (deliveryId: string): AuditEvent => ({
  organization: { id: 1, login: 'one' },
  action: 'team.member_added',
  way: 'webhook',
  actor: null,
  target: null,
  before: {},
  after: {},
  requestId: null,
  deliveryId,
});

function repeatedEvents(list: () => Promise<Result<readonly string[], HostRefusal>>) {
  const recorded: (string | null)[] = [];
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const deliveryOf = (guid: string): Delivery => ({
    id: guid,
    guid,
    event: 'membership',
    installationId: guid.startsWith('elsewhere') ? 8 : 7,
    succeeded: true,
    deliveredAt: new Date(),
  });
  const deliveriesSince: CodeHost['deliveriesSince'] = async () => {
    const listed = await list();
    return listed.ok ? ok(listed.value.map(deliveryOf)) : listed;
  };
  const record: AuditTrailStore['record'] = async (entries) =>
    void recorded.push(...entries.map(({ deliveryId }) => deliveryId));
  const events = createRepeatedEvents({
    runtime: { clock: { now: () => new Date() }, log: log as Log },
    codeHost: { deliveriesSince },
    audit: { trail: { record } },
  } as WebhookServices);
  const hold = (guid: string, bodyHash = 'hash') =>
    events.hold({ entry: entryOf(guid), bodyHash, event: 'membership', installationId: 7 });
  return { recorded, log, hold };
}

test('an event that happened again is not given up while the code host tells of no delivery', async () => {
  const list = vi.fn<() => Promise<Result<readonly string[], HostRefusal>>>(async () => AWAY);
  const { recorded, log, hold } = repeatedEvents(list);
  hold('real');
  hold('made up');
  await vi.advanceTimersByTimeAsync(10 * EVERY_CHECK_MS);
  expect([recorded, log.warn.mock.calls]).toEqual([[], []]);
  expect(list.mock.calls.length).toBeLessThan(20);
  list.mockResolvedValue(ok(['real']));
  await vi.advanceTimersByTimeAsync(2 * EVERY_CHECK_MS);
  expect([recorded, log.warn.mock.calls.map(([fields]) => fields)]).toEqual([
    ['real'],
    [{ delivery: 'made up', event: 'membership' }],
  ]);
});

test('repeated events are checked one time after the other, however slow the code host is', async () => {
  let [underWay, most] = [0, 0];
  const { recorded, log, hold } = repeatedEvents(async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    underWay -= 1;
    return ok(['real']);
  });
  hold('made up');
  for (let step = 0; step < 10; step += 1) {
    await vi.advanceTimersByTimeAsync(4_000);
    hold(`made up ${step}`);
  }
  hold('real');
  await vi.advanceTimersByTimeAsync(4 * EVERY_CHECK_MS);
  expect([most, recorded]).toEqual([1, ['real']]);
  expect(log.warn).toHaveBeenCalledTimes(11);
});

test('a body replayed very often keeps no other event from being held, nor the last of its own', async () => {
  const { recorded, log, hold } = repeatedEvents(async () => ok(['real', 'of another body']));
  for (let nth = 0; nth < 2 * REPEATED_EVENTS_MAX; nth += 1) hold(`made up ${nth}`);
  hold('of another body', 'other');
  hold('real');
  await vi.advanceTimersByTimeAsync(2 * EVERY_CHECK_MS);
  expect(new Set(recorded)).toEqual(new Set(['of another body', 'real']));
  expect(log.warn).toHaveBeenCalledTimes(2 * REPEATED_EVENTS_MAX);
});

test('one under the ID of a delivery for another installation makes no entry', async () => {
  const { recorded, log, hold } = repeatedEvents(async () => ok(['elsewhere', 'real']));
  hold('elsewhere');
  hold('real');
  await vi.advanceTimersByTimeAsync(2 * EVERY_CHECK_MS);
  expect([recorded, log.warn.mock.calls.map(([fields]) => fields)]).toEqual([
    ['real'],
    [{ delivery: 'elsewhere', event: 'membership' }],
  ]);
});
