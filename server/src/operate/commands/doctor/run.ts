import { styleText } from 'node:util';
import type { SettingsFile } from '../../config/env-file.ts';
import type { Environment } from '../../config/settings.ts';
import type { Report } from '../../doctor/diagnose.ts';
import type { CheckName } from '../../doctor/finding.ts';
import { reportJson, reportText } from '../../doctor/report-text.ts';
import { fail } from '../problems.ts';
import { checkSetup } from './check-setup.ts';

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
