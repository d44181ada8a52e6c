import type { Commands } from '@orgdesk/command-framework/program';
import type { JobAction } from './jobs/run-change.ts';

export const CALLS: Commands = {
  login: () => import('./account/login.ts'),
  logout: () => import('./account/logout.ts'),
  whoami: () => import('./account/whoami.ts'),
  orgs: () => import('./organizations/orgs.ts'),
  'people list': () => import('./people/list.ts'),
  'people show': () => import('./people/show.ts'),
  'people preview': () => import('./people/preview.ts'),
  'people change': () => import('./people/change.ts'),
  invite: () => import('./invitations/invite.ts'),
  'jobs list': () => import('./jobs/list.ts'),
  'jobs watch': () => import('./jobs/watch.ts'),
  'jobs pause': async () => changing('pause'),
  'jobs resume': async () => changing('resume'),
  'jobs cancel': async () => changing('cancel'),
  'jobs take-over': async () => changing('take-over'),
  access: () => import('./access/access.ts'),
  'file check': () => import('./file/check.ts'),
  'file import': () => import('./file/import.ts'),
  'file plan': () => import('./file/plan.ts'),
  'file apply': () => import('./file/apply.ts'),
  'file drift': () => import('./file/drift.ts'),
  'file rules': () => import('./file/rules.ts'),
  'audit tail': () => import('./audit/tail.ts'),
  'audit export': () => import('./audit/export.ts'),
};

async function changing(action: JobAction) {
  const { changeCommand } = await import('./jobs/change.ts');
  return { command: changeCommand(action) };
}
