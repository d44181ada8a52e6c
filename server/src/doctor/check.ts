import type { Result } from '../domain/result.ts';
import type { Facts, Hindrance, Readers } from './facts.ts';
import { type CheckName, type Finding, type Hindered, hinderedBy, warn } from './finding.ts';

interface Description<Part extends keyof Facts> {
  readonly name: CheckName;
  /** Shown in the documentation and by `--only`. */
  readonly about: string;
  readonly needs: readonly Part[];
  readonly judge: (facts: Pick<Facts, Part>) => readonly Finding[] | Hindered;
}

export interface Check {
  readonly name: CheckName;
  readonly about: string;
  readonly run: (readers: Readers) => Promise<readonly Finding[] | Hindered>;
}

/** An unreadable part becomes a warning, unless another check explains it. */
export function describeCheck<const Part extends keyof Facts>({ name, about, needs, judge }: Description<Part>): Check {
  return {
    name,
    about,
    async run(readers) {
      const parts = await Promise.all(
        needs.map(async (part) => [part, (await readers[part]()) as Result<unknown, Hindrance>] as const),
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

const findingOf = (hindrance: Hindrance): readonly Finding[] | Hindered =>
  'by' in hindrance
    ? hinderedBy(hindrance.by)
    : [warn(`It could not be checked: ${hindrance.words}.`, 'Run orgdesk doctor again.')];
