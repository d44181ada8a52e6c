import { createKeptBytes } from '../../domain/kept-bytes.ts';
import { SECOND_FACTORS_KEPT_MS, SECOND_FACTORS_MAX_BYTES } from '../../domain/limits.ts';
import { ok } from '../../domain/result.ts';
import type { HostRefusal, Told } from '../../ports/code-host.ts';
import type { PeopleHost } from '../../ports/people.ts';
import type { Clock } from '../../ports/system.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { createSharedReads } from '../../sessions/shared-reads.ts';

export interface SecondFactorsDeps {
  readonly codeHost: Pick<PeopleHost, 'peopleWithSecondFactor'>;
  readonly clock: Clock;
}

/** Who has a weak second factor, by ID. */
export interface SecondFactors {
  readonly disabled: readonly number[];
  /** Null where the code host does not tell them apart, or did not tell. */
  readonly insecure: readonly number[] | null;
  /** Why it did not tell; null when it did, or cannot. */
  readonly insecureWithheld: HostRefusal | null;
}

/** Reads them for an owner, until `end` is aborted. */
export type ReadSecondFactors = (owner: Owner, end: AbortSignal) => Promise<Told<SecondFactors>>;

/**
 * Of one session's requests for the same, those that come while it is read share that, and those of the next minute what
 * was read. Nothing of it is kept that was not told whole.
 */
export function createSecondFactors({ codeHost, clock }: SecondFactorsDeps): ReadSecondFactors {
  const reads = createSharedReads<Told<SecondFactors>>();
  const kept = createKeptBytes<string, { readonly at: number; readonly factors: SecondFactors }>(
    SECOND_FACTORS_MAX_BYTES,
  );

  async function readBoth({ session, organization }: Owner, end: AbortSignal): Promise<Told<SecondFactors>> {
    const asked = { token: session.grant.accessToken, organization, end };
    const disabled = await codeHost.peopleWithSecondFactor(asked, 'disabled');
    if (!disabled.ok) return disabled;
    const insecure = await codeHost.peopleWithSecondFactor(asked, 'insecure');
    return ok({
      disabled: disabled.value ?? [],
      insecure: insecure.ok ? insecure.value : null,
      insecureWithheld: insecure.ok ? null : insecure.refusal,
    });
  }

  return async (owner, end) => {
    const name = `${owner.session.key} ${owner.organizationId}`;
    const now = clock.now().getTime();
    const known = kept.get(name);
    // A clock that was put back must not keep anything for longer.
    if (known !== undefined && now >= known.at && now - known.at < SECOND_FACTORS_KEPT_MS) return ok(known.factors);
    return reads.join(name, end, async (reading) => {
      const read = await readBoth(owner, reading.signal);
      if (read.ok && read.value.insecureWithheld === null) {
        const ids = read.value.disabled.length + (read.value.insecure?.length ?? 0);
        kept.keep(name, { at: now, factors: read.value }, BYTES_AROUND + ids * BYTES_OF_ID);
      }
      return read;
    });
  };
}

const BYTES_AROUND = 500;
const BYTES_OF_ID = 8;
