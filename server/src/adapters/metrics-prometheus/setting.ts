import type { Meters } from './meters.ts';
import type { Times } from './times.ts';

export interface CheckedFinding {
  readonly check: string;
  readonly standing: string;
}

const SEVERITIES = ['warning', 'failure'] as const;

/** A gauge with an unknown value is absent. */
export function createSetting({ gauge }: Meters, { now }: Times) {
  const findings = gauge('orgdesk_doctor_findings');
  const checkedAt = gauge('orgdesk_doctor_last_run_timestamp_seconds');
  const expiry = gauge('orgdesk_certificate_expiry_timestamp_seconds');
  checkedAt.remove();
  expiry.remove();

  return {
    noteFindings: (checks: readonly string[], lines: readonly CheckedFinding[]): void => {
      for (const check of checks) {
        for (const severity of SEVERITIES) {
          const found = lines.filter((line) => line.check === check && line.standing === severity);
          findings.set({ check, severity }, found.length);
        }
      }
      checkedAt.set(now() / 1000);
    },
    noteCertificateExpiry: (at: Date | null): void => {
      if (at === null) expiry.remove();
      else expiry.set(at.getTime() / 1000);
    },
  };
}
