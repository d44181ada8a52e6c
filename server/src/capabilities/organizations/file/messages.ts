import { JOBS_OPEN_MAX, ORGANIZATION_PLAN_STEPS_MAX } from '@orgdesk/contract/limits';
import { STRICTER_RULES } from '../../../shared/organization-file/plan-basis.ts';
import { type RefusalResponse, TOO_MANY_CHANGES, TOO_MANY_FILES } from '../../../shared/refusals.ts';

export const ofFiles = { 'too-many-files': TOO_MANY_FILES } as const satisfies Readonly<
  Record<string, RefusalResponse>
>;

export const ofPlan = {
  ...ofFiles,
  'too-many-steps': {
    status: 409,
    error: `These files need more than ${ORGANIZATION_PLAN_STEPS_MAX.toLocaleString('en')} changes. Please plan some of them first.`,
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const OTHER_PLAN: RefusalResponse = {
  status: 409,
  error: 'This plan was altered, or made elsewhere. Please plan the files again.',
};

export const ofApply = {
  invalid: OTHER_PLAN,
  expired: { status: 409, error: 'This plan has expired. Please plan the files again.' },
  'other-person': { status: 409, error: 'This plan was made for another person. Please plan the files again.' },
  'other-plan': { status: 409, error: 'This plan is of another organization. Please plan the files again.' },
  'other-rows': OTHER_PLAN,
  'stricter-rules': { status: 409, error: STRICTER_RULES },
  'not-lifted': {
    status: 409,
    error: 'This plan has dangers. Please confirm each with its number.',
  },
  'no-steps': { status: 409, error: 'This plan changes nothing.' },
  'too-many-jobs': {
    status: 409,
    error: `There are ${JOBS_OPEN_MAX} unfinished plans. Please wait for one to finish.`,
  },
  'storage-full': {
    status: 409,
    error: "The organization's unfinished plans have reached its storage limit. Please wait for one to finish.",
  },
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;
