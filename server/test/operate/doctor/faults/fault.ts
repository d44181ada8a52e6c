import type { CheckName } from '../../../../src/operate/doctor/check.ts';
import { type SetUp, type SetUpOptions, setUp } from '../set-up.ts';

/** One thing that is wrong, in a set-up that is right otherwise, and what has to be said of it. */
export interface Fault {
  readonly name: string;
  readonly options?: SetUpOptions | (() => Promise<SetUpOptions>);
  /** Does it; answers settings that differ. */
  readonly plant?: (setUp: SetUp) => Promise<Settings> | Settings;
  /** The one check that tells, with this in its line and in the next step. */
  readonly check: CheckName;
  /** A note where the same may also be as it should be. */
  readonly standing: 'note' | 'warning' | 'failure';
  readonly fact: RegExp;
  readonly next: RegExp;
  /** Mode of an `orgdesk.env` beside the program. */
  readonly envFileMode?: number;
  /** Expected start of `serve`; absent if the start is unaffected. */
  readonly atStart?: 'refused' | 'warned';
  /** Number of lines; default 1. */
  readonly lines?: number;
}

/** Settings that differ from those of the set-up. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** A fault that changes no setting. */
export const plainly =
  (plant: (setUp: SetUp) => Promise<unknown> | unknown) =>
  async (setUp: SetUp): Promise<Settings> => {
    await plant(setUp);
    return {};
  };

/** A set-up with the fault in it, and the settings that differ. */
export async function plant(
  fault: Fault,
  engine: SetUpOptions['engine'] & string,
): Promise<{ readonly setUp: SetUp; readonly change: Settings }> {
  const options = typeof fault.options === 'function' ? await fault.options() : (fault.options ?? {});
  const planted = await setUp({ ...options, engine });
  return { setUp: planted, change: (await fault.plant?.(planted)) ?? {} };
}
