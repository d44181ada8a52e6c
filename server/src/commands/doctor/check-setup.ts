import { systemClock } from '../../adapters/system/system.ts';
import { readDespiteProblems } from '../../config/read-config.ts';
import type { Environment } from '../../config/settings.ts';
import { diagnose, type Report } from '../../doctor/diagnose.ts';
import type { CheckName } from '../../doctor/finding.ts';
import type { Progress } from '../../doctor/readers.ts';
import { doctorDeps } from './doctor-deps.ts';

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** Checks the set-up that an environment describes, whether or not a service runs with it. */
export function checkSetup(
  env: Environment,
  only: readonly CheckName[] | null = null,
  progress: Progress = () => {},
): Promise<Report> {
  const deps = doctorDeps(readDespiteProblems(env), { clock: systemClock, log: SILENT });
  return diagnose(deps, only, progress);
}
