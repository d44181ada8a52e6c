import { ENGINES } from './engines.ts';

/** Hides a table while `ask` runs, so that only the audit log cannot be written. */
export async function withoutTrail<T>(databaseUrl: string, ask: () => Promise<T>): Promise<T> {
  const engine = ENGINES.find(({ name }) => (name === 'SQLite') === databaseUrl.startsWith('sqlite:'));
  if (engine === undefined) throw new Error(`no engine for ${databaseUrl}`);
  const { rawQuery, close } = await engine.open({ url: databaseUrl, migrate: false });
  await rawQuery('alter table audit_heads rename to hidden_heads');
  try {
    return await ask();
  } finally {
    await rawQuery('alter table hidden_heads rename to audit_heads');
    await close();
  }
}
