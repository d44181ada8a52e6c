import { systemClock } from '../../../lib/system.ts';
import type { SettingsFile } from '../../config/env-file.ts';
import { readDespiteProblems } from '../../config/read-config.ts';
import type { Environment } from '../../config/settings.ts';
import { fileWarnings, settingsWarnings } from '../../config/warnings.ts';
import { diagnose, type Report } from '../../doctor/diagnose.ts';
import type { CheckName } from '../../doctor/finding.ts';
import type { WaitingProgress } from '../../doctor/readers.ts';
import { doctorDeps } from './doctor-deps.ts';

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

interface CheckSetupOptions {
  readonly only?: readonly CheckName[] | null;
  readonly file?: SettingsFile | null;
  readonly progress?: WaitingProgress;
}

/** Checks the setup, whether or not the service runs. */
export function checkSetup(
  env: Environment,
  { only = null, file = null, progress = () => {} }: CheckSetupOptions = {},
): Promise<Report> {
  const read = readDespiteProblems(env);
  // Misspelled names may already be reported as problems.
  const ofFile = file === null ? [] : fileWarnings(file);
  const warnings = read.problems.length === 0 ? settingsWarnings(env, read.config, file) : ofFile;
  const deps = doctorDeps({ ...read, warnings }, { clock: systemClock, log: SILENT });
  return diagnose(deps, only, progress);
}
