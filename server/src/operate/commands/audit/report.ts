import type { AuditTrailStore } from '../../../audit/store/types.ts';

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Null if no entry is left. */
export async function loginOf(trail: Pick<AuditTrailStore, 'read'>, organizationId: number): Promise<string | null> {
  const [newest] = await trail.read({ organizationId, limit: 1 }, new Date(0));
  return newest?.organization.login ?? null;
}
