import type { Meters } from './meters.ts';
import type { Times } from './times.ts';

/** How a check of the set-up ended. */
export interface CheckedLine {
  readonly check: string;
  readonly standing: string;
}

const SEVERITIES = ['warning', 'failure'] as const;

/** Gauges that are set by what checks find at an interval. A value that is not known is absent. */
export function createSetting({ gauge }: Meters, { now }: Times) {
  const findings = gauge('orgdesk_doctor_findings');
  const checkedAt = gauge('orgdesk_doctor_last_run_timestamp_seconds');
  const expiry = gauge('orgdesk_certificate_expiry_timestamp_seconds');
  checkedAt.remove();
  expiry.remove();

  return {
    /** `checks` are the names of those that ran. */
    noteFindings: (checks: readonly string[], lines: readonly CheckedLine[]): void => {
      for (const check of checks) {
        for (const severity of SEVERITIES) {
          const found = lines.filter((line) => line.check === check && line.standing === severity);
          findings.set({ check, severity }, found.length);
        }
      }
      checkedAt.set(now() / 1000);
    },
    /** Null while nothing answers with a certificate. */
    noteCertificateExpiry: (at: Date | null): void => {
      if (at === null) expiry.remove();
      else expiry.set(at.getTime() / 1000);
    },
  };
}
