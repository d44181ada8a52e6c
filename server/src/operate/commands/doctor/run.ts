import { styleText } from 'node:util';
import { systemClock } from '../../../lib/system.ts';
import type { SettingsFile } from '../../config/env-file.ts';
import { readDespiteProblems } from '../../config/read-config.ts';
import type { Environment } from '../../config/settings.ts';
import { fileWarnings, settingsWarnings } from '../../config/warnings.ts';
import { diagnose, type Report } from '../../doctor/diagnose.ts';
import type { CheckName } from '../../doctor/finding.ts';
import type { WaitingProgress } from '../../doctor/readers.ts';
import { reportJson, reportText } from '../../doctor/report-text.ts';
import { fail } from '../problems.ts';
import { doctorDeps } from './doctor-deps.ts';

/** Null runs all checks. */
export interface DoctorCommand {
  readonly only: readonly CheckName[] | null;
  readonly json: boolean;
}

const EXIT_CODES: Readonly<Record<Report['standing'], number>> = { ok: 0, warning: 4, failure: 5 };
/** Progress is shown only after this time. */
const SILENT_MS = 1_500;

const hasColours = (): boolean => styleText('red', 'x', { stream: process.stdout }) !== 'x';

export async function run(env: Environment, { only, json }: DoctorCommand, file: SettingsFile | null): Promise<void> {
  let waitingFor: readonly string[] = [];
  const timer = setInterval(() => {
    if (waitingFor.length > 0) process.stderr.write(`Waiting for ${waitingFor.join(', ')} …\n`);
  }, SILENT_MS);
  try {
    const progress = (waiting: readonly string[]) => {
      waitingFor = waiting;
    };
    const report = await checkSetup(env, { only, file, progress });
    process.stdout.write(json ? `${JSON.stringify(reportJson(report))}\n` : reportText(report, hasColours()));
    process.exitCode = EXIT_CODES[report.standing];
  } catch (error) {
    fail(`Not checked: ${error instanceof Error ? error.message : 'unknown error'}`);
  } finally {
    clearInterval(timer);
  }
}

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
