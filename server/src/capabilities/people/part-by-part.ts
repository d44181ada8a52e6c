import type { Withheld, WithheldLine } from '@orgdesk/contract';
import type { HostRefusal } from '../../ports/code-host/refusals.ts';
import type { Log } from '../../ports/system.ts';
import { tellWithheld } from '../../refusals.ts';

export interface PartByPartDeps {
  readonly log: Log;
  readonly userId: number;
  /** Aborted when the list has to end. */
  readonly end: AbortSignal;
}

/** What could not be read of a list that is read part by part. */
export interface PartByPart {
  /** Says that a part, or some of it, is missing. No name gets into the log. */
  withheld(part: Withheld['part'], refusal: HostRefusal, subject?: string | null): WithheldLine;
  /** What any further call would be refused for too, so that it need not be made; null when there is nothing. */
  lasting(): HostRefusal | null;
  /** Reads a part, or says that it is missing when nothing more can be read. */
  unlessHindered<Line>(part: Withheld['part'], read: () => AsyncIterable<Line>): AsyncGenerator<Line | WithheldLine>;
}

const LASTING: ReadonlySet<HostRefusal['kind']> = new Set([
  'unauthorized',
  'rate-limited',
  'single-sign-on',
  'ip-allow-list',
]);

export function createPartByPart({ log, userId, end }: PartByPartDeps): PartByPart {
  let lasting: HostRefusal | null = null;
  const ended: HostRefusal = { kind: 'unreachable', message: '' };

  const parts: PartByPart = {
    withheld(part, refusal, subject = null) {
      if (end.aborted) return { kind: 'withheld', withheld: tellWithheld(part, { kind: 'out-of-time' }, subject) };
      log.warn({ userId, part, refusal: refusal.kind }, 'a part of a list of people could not be read');
      if (LASTING.has(refusal.kind)) lasting ??= refusal;
      return { kind: 'withheld', withheld: tellWithheld(part, refusal, subject) };
    },
    lasting: () => (end.aborted ? ended : lasting),
    async *unlessHindered(part, read) {
      const hindrance = parts.lasting();
      if (hindrance === null) yield* read();
      else yield parts.withheld(part, hindrance);
    },
  };
  return parts;
}

/** That a part is for owners alone. */
export const forOwners = (part: Withheld['part']): WithheldLine => ({
  kind: 'withheld',
  withheld: tellWithheld(part, { kind: 'owners-only' }),
});
