import type { Commands } from '@orgdesk/command-framework/program';
import type { JobAction } from './jobs/run.ts';

const account = () => import('./account/describe.ts');
const people = () => import('./people/describe.ts');
const jobs = () => import('./jobs/describe.ts');
const file = () => import('./file/describe.ts');
const audit = () => import('./audit/describe.ts');

export const CALLS: Commands = {
  login: async () => ({ command: (await account()).login }),
  logout: async () => ({ command: (await account()).logout }),
  whoami: async () => ({ command: (await account()).whoami }),
  orgs: async () => ({ command: (await account()).orgs }),
  'people list': async () => ({ command: (await people()).peopleList }),
  'people show': async () => ({ command: (await people()).peopleShow }),
  'people preview': async () => ({ command: (await people()).peoplePreview }),
  'people change': async () => ({ command: (await people()).peopleChange }),
  invite: async () => ({ command: (await import('./invitations/describe.ts')).invite }),
  'jobs list': async () => ({ command: (await jobs()).jobsList }),
  'jobs watch': async () => ({ command: (await jobs()).jobsWatch }),
  'jobs pause': async () => changing('pause'),
  'jobs resume': async () => changing('resume'),
  'jobs cancel': async () => changing('cancel'),
  'jobs take-over': async () => changing('take-over'),
  access: async () => ({ command: (await import('./access/describe.ts')).access }),
  'file check': async () => ({ command: (await file()).fileCheck }),
  'file import': async () => ({ command: (await file()).fileImport }),
  'file plan': async () => ({ command: (await file()).filePlan }),
  'file apply': async () => ({ command: (await file()).fileApply }),
  'file drift': async () => ({ command: (await file()).fileDrift }),
  'file rules': async () => ({ command: (await file()).fileRules }),
  'audit tail': async () => ({ command: (await audit()).auditTail }),
  'audit export': async () => ({ command: (await audit()).auditExport }),
};

async function changing(action: JobAction) {
  return { command: (await jobs()).jobsChange(action) };
}

export const COMMANDS: Commands = {
  ...CALLS,
  completion: async () => ({ command: (await import('./completion/describe.ts')).completion }),
};
