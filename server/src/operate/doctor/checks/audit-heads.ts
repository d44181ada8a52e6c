import { describeCheck } from '../check.ts';
import type { CheckedHeadTarget } from '../facts.ts';
import { type Finding, fail, fine, warn } from '../finding.ts';

export const auditHeads = describeCheck({
  name: 'audit-heads',
  about: 'the file in AUDIT_HEADS_PATH is writable, and AUDIT_HEADS_URL answers',
  needs: ['headTargets'],
  judge: ({ headTargets }) => {
    if (headTargets.length === 0) return [fine('Signed heads of audit logs are kept by browsers of owners only.')];
    const problems = headTargets.flatMap(problemOf);
    if (problems.length > 0) return problems;
    return [
      fine(`Signed heads of audit logs can go to ${headTargets.map(({ name }) => SETTINGS[name]).join(' and ')}.`),
    ];
  },
});

const SETTINGS = { file: 'AUDIT_HEADS_PATH', url: 'AUDIT_HEADS_URL' } as const;

function problemOf({ name, problem }: CheckedHeadTarget): readonly Finding[] {
  if (problem === null) return [];
  return name === 'file'
    ? [
        fail(
          `Signed heads cannot be appended to the file in AUDIT_HEADS_PATH (${problem}).`,
          'Create its folder, and let the user that runs orgdesk write there.',
        ),
      ]
    : [
        warn(
          `The address in AUDIT_HEADS_URL does not answer: ${problem}.`,
          'Check the address, and whether this machine may reach it. Heads are sent again every five minutes.',
        ),
      ];
}
