import type { Withheld, WithheldLine } from '@orgdesk/contract';
import type { HostRefusal } from '../../domain/host-refusal.ts';
import type { Runtime } from '../../domain/runtime.ts';
import { withheldPart } from '../../http/refusals.ts';

export interface PartByPart {
  /** Logs no names. */
  withheld(part: Withheld['part'], refusal: HostRefusal, subject?: string | null): WithheldLine;
  /** Returns a refusal that all further requests would also get, or null. */
  lasting(): HostRefusal | null;
  unlessRefused<Line>(part: Withheld['part'], read: () => AsyncIterable<Line>): AsyncGenerator<Line | WithheldLine>;
}

const LASTING: ReadonlySet<HostRefusal['kind']> = new Set([
  'unauthorized',
  'rate-limited',
  'single-sign-on',
  'ip-allow-list',
]);

/** `end` is aborted when the list must end. */
export function createPartByPart({ log }: Runtime, userId: number, end: AbortSignal): PartByPart {
  let lasting: HostRefusal | null = null;
  const ended: HostRefusal = { kind: 'unreachable', message: '' };

  const parts: PartByPart = {
    withheld(part, refusal, subject = null) {
      if (end.aborted) return { kind: 'withheld', withheld: withheldPart(part, { kind: 'out-of-time' }, subject) };
      log.warn({ userId, part, refusal: refusal.kind }, 'could not read part of a list of people');
      if (LASTING.has(refusal.kind)) lasting ??= refusal;
      return { kind: 'withheld', withheld: withheldPart(part, refusal, subject) };
    },
    lasting: () => (end.aborted ? ended : lasting),
    async *unlessRefused(part, read) {
      const refusal = parts.lasting();
      if (refusal === null) yield* read();
      else yield parts.withheld(part, refusal);
    },
  };
  return parts;
}

export const forOwners = (part: Withheld['part']): WithheldLine => ({
  kind: 'withheld',
  withheld: withheldPart(part, { kind: 'owners-only' }),
});
