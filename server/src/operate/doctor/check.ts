import type { Result } from '../../lib/result.ts';
import type { Facts, Readers, UncheckedReason } from './facts.ts';
import { type Blocked, blockedBy, type CheckName, type Finding, warn } from './finding.ts';

interface CheckDescription<Part extends keyof Facts> {
  readonly name: CheckName;
  /** Shown in the documentation and by `--only`. */
  readonly about: string;
  readonly needs: readonly Part[];
  readonly judge: (facts: Pick<Facts, Part>) => readonly Finding[] | Blocked;
}

export interface Check {
  readonly name: CheckName;
  readonly about: string;
  readonly run: (readers: Readers) => Promise<readonly Finding[] | Blocked>;
}

/** An unreadable part becomes a warning, unless another check explains it. */
export function describeCheck<const Part extends keyof Facts>({
  name,
  about,
  needs,
  judge,
}: CheckDescription<Part>): Check {
  return {
    name,
    about,
    async run(readers) {
      const parts = await Promise.all(
        needs.map(async (part) => [part, (await readers[part]()) as Result<unknown, UncheckedReason>] as const),
      );
      const facts: Record<string, unknown> = {};
      for (const [part, read] of parts) {
        if (!read.ok) return findingOf(read.refusal);
        facts[part] = read.value;
      }
      return judge(facts as Pick<Facts, Part>);
    },
  };
}

const findingOf = (reason: UncheckedReason): readonly Finding[] | Blocked =>
  'by' in reason
    ? blockedBy(reason.by)
    : [warn(`Not checked: ${reason.words}.`, reason.next ?? 'Retry orgdesk doctor.')];
