import type { Observations } from '../../domain/observations.ts';
import type { Storage } from '../../storage.ts';

/** Counts changes that are refused because the store could not write them with their entry. */
export function observedEntries(storage: Storage, observations: Pick<Observations, 'noteTrailFailure'>): Storage {
  const { jobs, dueWork, dismissedFindings, ownerRules, auditTrail } = storage;
  const counted =
    <Input extends readonly unknown[], T>(write: (...input: Input) => Promise<T>) =>
    async (...input: Input): Promise<T> => {
      try {
        return await write(...input);
      } catch (error) {
        observations.noteTrailFailure('intent');
        throw error;
      }
    };
  return {
    ...storage,
    jobs: {
      ...jobs,
      create: counted(jobs.create),
      moveWithEntry: counted(jobs.moveWithEntry),
      beginSending: counted(jobs.beginSending),
    },
    dismissedFindings: {
      ...dismissedFindings,
      dismiss: counted(dismissedFindings.dismiss),
      restore: counted(dismissedFindings.restore),
    },
    ownerRules: { ...ownerRules, replace: counted(ownerRules.replace) },
    dueWork: { ...dueWork, retry: counted(dueWork.retry) },
    auditTrail: { ...auditTrail, recordView: counted(auditTrail.recordView) },
  };
}
