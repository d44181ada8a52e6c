import type { JobKindWords } from '../../components/jobs/job-kind.ts';
import { counted, formatCount } from '../../lib/words/reader-locale.ts';

export const EXPORTS: JobKindWords = {
  kind: 'access-export',
  noun: { one: 'export', many: 'exports' },
  task: 'see who has access here',
  title: () => 'Access list',
  outcomes: () => ({}),
  progressLabel: 'Repositories exported',
  left: ({ progress: { done, total } }) =>
    total === null ? null : `${counted(total - done, 'repository', 'repositories')} not exported yet`,
  notDone: ({ file }) => (file === null || file.unseen === 0 ? null : `${formatCount(file.unseen)} not read`),
  running: '',
  paused: 'Nothing is read until an owner resumes the export.',
  cancel: ({ file }) => ({
    title: 'Cancel export?',
    text: file === null || file.rows === 0 ? 'Nothing was exported yet.' : 'The file keeps what was exported so far.',
    yes: 'Cancel export',
    no: 'Keep running',
  }),
  takeOver: () => 'The remaining repositories will be exported',
};
