import {
  DELIVERY_HISTORY_MS,
  DELIVERY_LISTED_AFTER_MS,
  REPEATED_EVENT_CHECKS_MS,
  REPEATED_EVENTS_MAX,
  REPEATED_EVENTS_OF_BODY_MAX,
  REPEATED_EVENTS_STOP_LIMIT_MS,
} from '../../lib/limits/installations.ts';
import { withinLimit } from '../../lib/result.ts';
import type { RepeatedEvent, WebhookServices } from './apply-event.ts';

interface Held extends RepeatedEvent {
  readonly since: Date;
  checks: number;
}

/**
 * Holds entries whose body was received before, until the code host lists their delivery: then the event happened
 * again, and the entry is written. The signature does not cover the delivery's ID, so somebody who replays a body can
 * invent one, but it is never listed. While deliveries cannot be read, only the oldest of more than 50 with the same
 * body is dropped.
 *
 * Known limit: entries are held in memory for some seconds.
 */
export function createRepeatedEvents({ runtime, codeHost, audit }: WebhookServices) {
  const { clock, log } = runtime;
  let held: readonly Held[] = [];
  let timer: NodeJS.Timeout | null = null;
  let checking: Promise<void> = Promise.resolve();
  let isChecking = false;
  /** Consecutive failures to list deliveries. */
  let failedChecks = 0;

  function schedule(): void {
    const [first] = held;
    if (timer !== null || isChecking || first === undefined) return;
    const pauses = Math.min(first.checks + failedChecks, REPEATED_EVENT_CHECKS_MS.length - 1);
    timer = setTimeout(() => {
      timer = null;
      isChecking = true;
      checking = check()
        .catch((error: unknown) => log.error({ err: error }, '[webhook] could not check repeated events'))
        .finally(() => {
          isChecking = false;
        });
      void checking.then(schedule);
    }, REPEATED_EVENT_CHECKS_MS[pauses]);
    timer.unref();
  }

  async function check(): Promise<void> {
    const checked = held;
    const [oldest] = checked;
    if (oldest === undefined) return;
    const listed = await codeHost.deliveriesSince(new Date(oldest.since.getTime() - DELIVERY_LISTED_AFTER_MS));
    if (!listed.ok) {
      failedChecks += 1;
      const since = clock.now().getTime() - DELIVERY_HISTORY_MS;
      for (const { entry, event } of held.filter((one) => one.since.getTime() < since))
        log.warn({ delivery: entry.deliveryId, event, refusal: listed.refusal.kind }, NO_DELIVERY_LIST);
      held = held.filter((one) => one.since.getTime() >= since);
      return;
    }
    failedChecks = 0;
    const installations = new Map(
      listed.value.map(({ guid, event, installationId }) => [nameOf(guid, event), installationId]),
    );
    const isListed = ({ entry: { deliveryId }, event, installationId }: Held): boolean => {
      const listedFor = deliveryId === null ? undefined : installations.get(nameOf(deliveryId, event));
      return listedFor === null || (listedFor !== undefined && listedFor === installationId);
    };
    const over = new Set<Held>();
    for (const one of checked) {
      const { entry, bodyHash, event } = one;
      one.checks += 1;
      if (isListed(one)) {
        await audit.trail.record([entry], clock.now(), bodyHash);
        over.add(one);
      } else if (one.checks === REPEATED_EVENT_CHECKS_MS.length) {
        log.warn({ delivery: entry.deliveryId, event }, REPLAYED);
        over.add(one);
      }
    }
    held = held.filter((one) => !over.has(one));
  }

  return {
    hold(repeated: RepeatedEvent): void {
      const same = held.filter(({ bodyHash }) => bodyHash === repeated.bodyHash);
      const [oldest] = same;
      if (oldest !== undefined && same.length >= REPEATED_EVENTS_OF_BODY_MAX) {
        log.warn({ delivery: oldest.entry.deliveryId, event: oldest.event }, REPLAYED);
        held = held.filter((one) => one !== oldest);
      } else if (held.length >= REPEATED_EVENTS_MAX) {
        log.warn({ delivery: repeated.entry.deliveryId, event: repeated.event }, REPLAYED);
        return;
      }
      held = [...held, { ...repeated, since: clock.now(), checks: 0 }];
      schedule();
    },
    /** Checks held entries once more at shutdown. */
    async stop(): Promise<void> {
      if (timer !== null) clearTimeout(timer);
      await withinLimit(
        checking
          .then(check)
          .catch((error: unknown) => log.error({ err: error }, '[webhook] could not check repeated events')),
        REPEATED_EVENTS_STOP_LIMIT_MS,
      );
    },
  };
}

const REPLAYED = '[webhook] a repeated body had an ID that the code host does not list: no audit entry was added';
const NO_DELIVERY_LIST = '[webhook] the code host lists no deliveries: no audit entry was added for a repeated body';
const nameOf = (guid: string, event: string): string => `${event} ${guid}`;
